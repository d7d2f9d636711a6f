/** Other lines of a game: what somebody tries from one of its turns on. Each is a game that this browser keeps. */
import {
  begun,
  heldTitles,
  hold,
  isHeld,
  keep,
  type KeptEntry,
  keptEntries,
  type KeptGame,
  keptGame,
  keptGames,
  type KeptSeat,
  type KeptTitle,
  type KeptTurn,
  type Line,
  newId,
  newWord,
  peopleOf,
  resultOf,
  SHARED,
} from '../offline/kept';
import type { Look } from '../replay/table.svelte';
import type { Rules } from '../rules/rules';
import { alike, type Named, sameChoice } from './named';

/** What somebody has come for who asks how to go on: a way, others to play it with, or one of the lines there are. */
export type Sought = 'way' | 'others' | 'lines';

/** What somebody wants to try. */
export interface Branch {
  /** The path of the game's replay without `/replay`. */
  readonly of: string;
  /** After so many of its turns; nobody has chosen yet what all choose at once. */
  readonly turn: number;
  /** The turn that was shown; the same, unless it says otherwise. */
  readonly shown?: number;
  /** Whose cards stay as they are: those of one seat, or all. */
  readonly look: Look;
  /** As somebody has named it. */
  readonly name: string | null;
  readonly seats: readonly KeptSeat[];
  /** Bots repeat their turns of the game while the rules allow: only where all cards stay as they are. */
  readonly repeat?: boolean;
}

/** Return the entries of a game up to the end of a turn, with what is dealt after it. */
export function entriesUntil(entries: readonly KeptEntry[], turn: number): readonly KeptEntry[] {
  let turns = 0;
  const end = entries.findIndex((entry) => 'turn' in entry && (turns += 1) > turn);
  return end < 0 ? entries : entries.slice(0, end);
}

/** Return the turns of a game after so many. */
export const turnsAfter = (entries: readonly KeptEntry[], turn: number): readonly KeptTurn[] =>
  entries.filter((entry) => 'turn' in entry).slice(turn);

/** Make a line of a game: with open cards all is dealt as in the game, also what is to come; where one seat looks, all
 * that it cannot know is dealt anew. Throws a RangeError for a game that these rules do not allow. */
export function branched(rules: Rules<unknown>, game: KeptGame, branch: Branch): KeptGame {
  const { of, turn, shown = turn, look, name, seats, repeat = false } = branch;
  const until = entriesUntil(game.entries, turn);
  const { match, steps } = begun(rules, { ...game, entries: until }, newWord);
  Array.from(steps);
  const anew = typeof look === 'number';
  if (anew) match.resample(look, newWord());
  const dealt = game.entries.flatMap((entry) => ('deal' in entry ? entry.deal : []));
  const deals = anew ? [] : [...dealt, ...(game.line?.deals.slice(dealt.length) ?? [])];
  const later = anew ? [] : turnsAfter(game.entries, turn);
  const settled = anew ? match.log.findLastIndex((entry) => 'resample' in entry) : until.length;
  return {
    ...game,
    id: newId(),
    seats,
    entries: keptEntries(match.log),
    notes: game.notes?.filter(({ after }) => after <= settled) ?? [],
    over: match.over,
    result: resultOf(match),
    at: Date.now(),
    // What is tried is no try of a day's river, and is not dealt what is to come there.
    drawn: undefined,
    daily: undefined,
    line: {
      ...(name === null ? another({ name, turn }, of) : { name }),
      of,
      turn,
      deals,
      left: { turn: shown, seat: anew ? look : null },
      made: Date.now(),
      ...(later.length > 0 && { later, anew: !repeat }),
    },
  };
}

/** Make a line of a game and return its id. It is kept as soon as somebody has played in it, and with it the game, if
 * nobody keeps that: one comes back to it. */
export function begin(rules: Rules<unknown>, game: KeptGame, branch: Branch): string {
  let { of } = branch;
  let left = game;
  if (game.id === SHARED) {
    left = { ...game, id: newId() };
    of = `offline/${left.id}`;
    hold(left);
  }
  const line = branched(rules, left, { ...branch, of });
  hold(line);
  return line.id;
}

/** Who plays what in a line, if nobody says it: the seat of whoever looks, else whoever decides next; all others are bots,
 * as they were in the game if they were some there. */
export function usualSeats(
  { seats }: Pick<KeptGame, 'seats'>,
  mine: number | null,
  bots: readonly string[],
): readonly KeptSeat[] {
  return seats.map((seat, number) => {
    if (mine === null || number === mine) return { ...seat, bot: null };
    if (seat.bot !== null && bots.includes(seat.bot)) return seat;
    // It plays for somebody, not in the manner of the character that they have chosen.
    return { name: seat.name, bot: bots[0] ?? 'random' };
  });
}

/** Keep a line after a turn of one of its people; until then it is held, if it was. */
export function keepTried(game: KeptGame): boolean {
  const { id, line, entries } = game;
  const people = peopleOf(game);
  const before = keptGame(id)?.line;
  // Its first choice names it: others may begin alike.
  const renamed = line?.name === null && before && !sameChoice(line, before);
  const now = renamed ? { ...game, line: { ...line, ...another(line, line.of, id) } } : game;
  if (!line || !isHeld(id) || turnsAfter(entries, line.turn).some(({ seat }) => people.includes(seat)))
    return keep(now);
  hold(now);
  return true;
}

/** Return a line as it was before the last turn of one of its people; null: there is none. What was dealt since is dealt
 * again. If another line leaves it later, it stays as it is, and what is returned is a line of its own. */
export function takenBack(game: KeptGame): KeptGame | null {
  const { id, line, entries } = game;
  if (!line) return null;
  const people = peopleOf(game);
  const turns = turnsAfter(entries, line.turn);
  const last = turns.findLastIndex(({ seat }) => people.includes(seat));
  if (last < 0) return null;
  const turn = line.turn + last;
  const dealt = entries.flatMap((entry) => ('deal' in entry ? entry.deal : []));
  const deals = [...dealt, ...line.deals.slice(dealt.length)];
  const left = linesOf(`offline/${id}`).some((other) => (other.line?.turn ?? 0) > turn);
  const at = Date.now();
  return {
    ...game,
    ...(left && { id: newId() }),
    entries: entriesUntil(entries, turn),
    notes: game.notes?.filter(({ after }) => after <= entriesUntil(entries, turn).length) ?? [],
    over: false,
    result: null,
    at,
    line: { ...line, deals, ...(left && { ...another(line, line.of), made: at }) },
  };
}

/** Name a line as no line of a game is called yet: `Try (2)`; `id`: that which it is already. */
export function another({ name, first, turn }: Omit<Named, 'nth'>, of: string, id = ''): Pick<Named, 'name' | 'nth'> {
  const taken = linesOf(of).flatMap((game) => (game.line && game.id !== id ? game.line : []));
  // A copy of `Try (2)` is `Try (3)`.
  const plain = name?.replace(/ \(\d+\)$/, '') ?? null;
  for (let nth = 1; ; nth += 1) {
    const numbered = plain !== null && nth > 1 ? `${plain.slice(0, NAME_LENGTH - 6)} (${nth})` : plain;
    const found = { name: numbered, nth: plain === null && nth > 1 ? nth : undefined };
    if (!taken.some((line) => alike(line, { ...found, first, turn }))) return found;
  }
}

/** List the lines of a game, that which was begun last first: what is done with one leaves it where it is. */
export const linesOf = (of: string): readonly KeptTitle[] =>
  [...keptGames(), ...heldTitles().filter(({ line }) => line?.received)]
    .filter(({ line }) => line?.of === of)
    .sort((one, other) => (other.line?.made ?? other.at) - (one.line?.made ?? one.at) || (one.id < other.id ? 1 : -1));

/** Hold a line that a link carries, once, so that the game that it leaves lists it. */
export function receive(game: KeptGame & { line: Line }): void {
  const same = (other: KeptTitle): boolean =>
    JSON.stringify(keptGame(other.id)?.entries) === JSON.stringify(game.entries);
  if (linesOf(game.line.of).some(same)) return;
  const { line } = game;
  // Whoever sent it may have had others of that turn.
  const named = line.name === null ? another(line, line.of) : null;
  hold({ ...game, id: newId(), line: { ...line, ...named, received: true, made: Date.now() } });
}

/** How many letters the name of a line may have. */
export const NAME_LENGTH = 60;

/** Give a line another name. */
export function rename(id: string, name: string): void {
  const game = keptGame(id);
  if (game?.line) keep({ ...game, line: { ...game.line, name, nth: undefined } });
}
