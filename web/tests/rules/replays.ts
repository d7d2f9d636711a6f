/** Replays records as a page does: `node replays.js FOLDER`, which has a game's module for each. Each line of stdin is JSON:
 * a record, and what a server tells of its position or its map, or null. Answers each with a line that says where it ended. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { entriesOf, read } from '../../src/offline/record';
import type { Beginning, GameInfo } from '../../src/protocol';
import { storyOf } from '../../src/replay/story';
import { placeBoard } from '../../src/rules/board';
import { Rules } from '../../src/rules/rules';

const [folder = ''] = process.argv.slice(2);
const fetched = (game: string): Promise<Rules<unknown>> => Rules.bare(readFileSync(`${folder}/${game}.wasm`));
const rules = new Map<string, Rules<unknown>>();
for (const file of readdirSync(folder)) {
  if (file.endsWith('.wasm')) rules.set(file.slice(0, -5), await fetched(file.slice(0, -5)));
}
const games = [...rules.keys()].map((id) => ({ id, rules_version: 1 })) as unknown as GameInfo[];

for await (const line of createInterface({ input: process.stdin })) {
  const [text, from] = JSON.parse(line) as [string, Beginning | null];
  const { players, lines, ...saved } = read(text, games);
  const own = from?.board ? await fetched(saved.game) : (rules.get(saved.game) as Rules<unknown>);
  await placeBoard(own.compiled, from?.board ?? null);
  const seats = players.map((name) => ({ name, bot: null }));
  const entries = entriesOf(lines, own.compiled.actions);
  const game = { ...saved, id: '', seats, entries, over: true, at: 0, ...(from && { from }) };
  const { places, stopped } = storyOf(own, game);
  const last = places.at(-1);
  const state = createHash('sha256')
    .update(last?.record ?? '')
    .digest('hex');
  console.log(JSON.stringify({ turns: places.length - 1, state, ranking: last?.given['ranking'] ?? null, stopped }));
}
