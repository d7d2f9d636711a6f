/** Replays records as a page does: `node replays.js FOLDER`, which has a game's module for each, a record a line in JSON
 * on stdin; answers each with a line that says where it ended. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { entriesOf, read } from '../../src/offline/record';
import type { GameInfo } from '../../src/protocol';
import { storyOf } from '../../src/replay/story';
import { Rules } from '../../src/rules/rules';

const [folder = ''] = process.argv.slice(2);
const rules = new Map<string, Rules<unknown>>();
for (const file of readdirSync(folder)) {
  if (file.endsWith('.wasm')) rules.set(file.slice(0, -5), await Rules.bare(readFileSync(`${folder}/${file}`)));
}
const games = [...rules.keys()].map((id) => ({ id, rules_version: 1 })) as unknown as GameInfo[];

for await (const line of createInterface({ input: process.stdin })) {
  const { players, lines, ...saved } = read(JSON.parse(line) as string, games);
  const own = rules.get(saved.game) as Rules<unknown>;
  const seats = players.map((name) => ({ name, bot: null }));
  const entries = entriesOf(lines, own.compiled.actions);
  const { places, stopped } = storyOf(own, { ...saved, id: '', seats, entries, over: true, at: 0 });
  const last = places.at(-1);
  const state = createHash('sha256')
    .update(last?.record ?? '')
    .digest('hex');
  console.log(JSON.stringify({ turns: places.length - 1, state, ranking: last?.given['ranking'] ?? null, stopped }));
}
