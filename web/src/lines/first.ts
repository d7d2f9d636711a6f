/** Finds the choice with which a line begins, which names it. */
import { called } from '../lib/said';
import { type KeptGame, type KeptTurn, type Line, peopleOf } from '../offline/kept';
import type { Action } from '../protocol';
import { storyOf, viewAt } from '../replay/story';
import type { Rules } from '../rules/rules';
import { entriesUntil, turnsAfter } from './line';

/** Note in a game, if it is a line, with which choice of its people it begins: the first that is not that of the game which it
 * leaves, or as long as all are, the first. */
export function withFirst<Game extends KeptGame>(rules: Rules<unknown>, game: Game): Game {
  const { line, entries } = game;
  if (!line) return game;
  const at = firstOf(game, line);
  const turn = at === null ? undefined : turnsAfter(entries, at)[0];
  const id = turn?.turn[0];
  if (at === null || !turn || id === undefined) return { ...game, line: { ...line, first: undefined } };
  if (line.first?.at === at && line.first.action.id === id) return game;
  const story = storyOf(rules, { ...game, entries: entriesUntil(entries, at) });
  const place = story.places.at(-1);
  const round: unknown = place && (viewAt(story, place, turn.seat) as { round?: unknown }).round;
  if (typeof round !== 'number') return game;
  const action = { ...(rules.compiled.actions[id] as Action), id };
  const name = called(game.seats[turn.seat]?.name ?? '');
  return { ...game, line: { ...line, first: { game: game.game, at, name, round, action } } };
}

/** Return after how many turns it was made; null: it has not been. */
function firstOf(game: KeptGame, line: Line): number | null {
  const people = peopleOf(game);
  const turns = turnsAfter(game.entries, line.turn);
  const isOwn = ({ seat }: KeptTurn): boolean => people.includes(seat);
  const then = (each: number): readonly KeptTurn[] => line.later?.filter(({ seat }) => seat === each) ?? [];
  const differs = (turn: KeptTurn, i: number): boolean => {
    const nth = turns.slice(0, i).filter(({ seat }) => seat === turn.seat).length;
    return isOwn(turn) && `${then(turn.seat)[nth]?.turn}` !== `${turn.turn}`;
  };
  const other = turns.findIndex(differs);
  const found = other < 0 ? turns.findIndex(isOwn) : other;
  return found < 0 ? null : line.turn + found;
}

/** Return the seat whose choice a line tries; null: nobody has tried one yet. */
export function triedBy({ line, entries }: Pick<KeptGame, 'line' | 'entries'>): number | null {
  return (line?.first && turnsAfter(entries, line.first.at)[0]?.seat) ?? null;
}

/** Return the seat for which all that it could not know was dealt anew where a line begins; null: nothing was. A link
 * carries it among the entries only. */
export function anewFor({ line, entries }: Pick<KeptGame, 'line' | 'entries'>): number | null {
  if (!line) return null;
  const until = entriesUntil(entries, line.turn);
  const dealt = until.slice(until.findLastIndex((entry) => 'turn' in entry) + 1);
  return dealt.flatMap((entry) => ('resample' in entry ? entry.resample : [])).at(-1) ?? null;
}
