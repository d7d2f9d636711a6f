/** Lets a line leave its game earlier than where it was begun: what somebody would have played differently is often a
 * turn or two before what made them ask. */
import type { KeptGame } from '../offline/kept';
import { another, entriesUntil, linesOf, turnsAfter } from './line';

/** Return a line in which nobody has played yet from the last turn of its people before it on; null: there is none, or
 * what was dealt anew for one seat would have to be dealt anew again. */
export function earlier(game: KeptGame, people: readonly number[]): KeptGame | null {
  const { id, line, entries } = game;
  if (!line || entries.some((entry) => 'resample' in entry) || linesOf(`offline/${id}`).length > 0) return null;
  const turns = turnsAfter(entries, 0);
  const turn = turns.slice(0, line.turn).findLastIndex(({ seat }) => people.includes(seat));
  if (turn < 0) return null;
  const dealt = entries.flatMap((entry) => ('deal' in entry ? entry.deal : []));
  const left = entriesUntil(entries, turn);
  return {
    ...game,
    entries: left,
    notes: game.notes?.filter(({ after }) => after <= left.length) ?? [],
    over: false,
    result: null,
    at: Date.now(),
    line: {
      ...line,
      ...(line.name === null && another({ name: null, turn }, line.of)),
      turn,
      deals: [...dealt, ...line.deals.slice(dealt.length)],
      // What the others did between is repeated, too.
      later: [...turns.slice(turn, line.turn), ...(line.later ?? [])],
      anew: line.anew ?? !line.later,
    },
  };
}
