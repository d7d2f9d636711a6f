/** Plays games as a page without a server does: `node play.js MODULE`, a game's start as JSON in each line of stdin. For
 * each it writes the record, and what everybody could see after each turn, hashed. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { keptEntries, type KeptGame } from '../../src/offline/kept';
import { written } from '../../src/offline/record';
import { Match } from '../../src/rules/match';
import { Rules } from '../../src/rules/rules';

interface Wanted extends Pick<KeptGame, 'game' | 'rulesVersion' | 'preset' | 'options'> {
  readonly word: string;
  readonly players: number;
  readonly seed: number;
}

const [, , file = ''] = process.argv;
const rules = await Rules.bare(new Uint8Array(readFileSync(file)));

for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  const wanted = JSON.parse(line) as Wanted;
  let random = wanted.seed;
  const below = (count: number): number => {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return (random >>> 0) % count;
  };
  const word = (): bigint => (BigInt(below(2 ** 31)) << 33n) | BigInt(below(2 ** 31));
  const { options, players } = wanted;
  const match = new Match(rules, { players, options, word: BigInt(wanted.word) }, word);
  const seen = createHash('sha256');
  const position = rules.position();
  while (!match.over) {
    for (let seat = -1; seat < players; seat++) seen.update(match.redacted(seat < 0 ? null : seat));
    const seat = match.waiting[below(match.waiting.length)] ?? 0;
    rules.put(position, match.redacted(seat));
    const turn: number[] = [];
    while (rules.toAct(position) & (1 << seat)) {
      const legal = rules.legal(position, seat);
      const action = legal[below(legal.length)] ?? 0;
      turn.push(action);
      rules.decide(position, seat, action);
    }
    match.commit(seat, turn);
  }
  const entries = keptEntries(match.log);
  const seats = Array.from({ length: players }, (_, seat) => ({ name: `P${seat}`, bot: null }));
  const kept = { ...wanted, id: '', seats, entries, over: true, at: 0 };
  const record = written(kept, rules.compiled.actions, match.ranking);
  console.log(JSON.stringify({ record, seen: seen.digest('hex'), winners: match.winners }));
}
