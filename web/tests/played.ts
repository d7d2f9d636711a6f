import { readFileSync } from 'node:fs';

import { entriesOf, read } from '../src/offline/record';
import type { GameInfo } from '../src/protocol';
import { type Story, storyOf } from '../src/replay/story';
import { Rules } from '../src/rules/rules';

/** Fold one of the golden games. */
export async function played(file: string): Promise<{ story: Story; seats: number }> {
  const text = readFileSync(`../tests/golden/records/${file}.jsonl`, 'utf8');
  const info = JSON.parse(text.split('\n')[0] ?? '') as { game: string; rules_version: number };
  const rules = await Rules.bare(new Uint8Array(readFileSync(`../src/eddyline/games/${info.game}/game.wasm`)));
  const { players, lines, ...saved } = read(text, [{ ...info, id: info.game } as unknown as GameInfo]);
  const seats = players.map((name) => ({ name, bot: null }));
  const entries = entriesOf(lines, rules.compiled.actions);
  return { story: storyOf(rules, { ...saved, id: file, seats, entries, over: true, at: 0 }), seats: seats.length };
}
