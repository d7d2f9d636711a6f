/** Other lines of a game: what somebody tries from one of its turns on. Each is a game that this browser keeps. */
import {
  begun,
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
  newId,
  newWord,
  resultOf,
  SHARED,
} from '../offline/kept';
import type { Look } from '../replay/table.svelte';
import type { Rules } from '../rules/rules';

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
  readonly name: string;
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
  const later = repeat && !anew && turnsAfter(game.entries, turn);
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
      name,
      of,
      turn,
      deals,
      left: { turn: shown, seat: anew ? look : null },
      made: Date.now(),
      ...(later && { later }),
    },
  };
}

/** Make a line of a game and keep it; return its id. A game that nobody keeps is kept, too: one comes back to it. */
export function begin(rules: Rules<unknown>, game: KeptGame, branch: Branch): string {
  let { of } = branch;
  let left = game;
  if (game.id === SHARED) {
    left = { ...game, id: newId() };
    of = `offline/${left.id}`;
  }
  if (left !== game || isHeld(game.id)) keep(left);
  const line = branched(rules, left, { ...branch, of });
  keep(line);
  return line.id;
}

/** List the lines of a game, that which was begun last first: what is done with one leaves it where it is. */
export const linesOf = (of: string): readonly KeptTitle[] =>
  keptGames()
    .filter(({ line }) => line?.of === of)
    .sort((one, other) => (other.line?.made ?? other.at) - (one.line?.made ?? one.at) || (one.id < other.id ? 1 : -1));

/** How many letters the name of a line may have. */
export const NAME_LENGTH = 60;

/** Give a line another name. */
export function rename(id: string, name: string): void {
  const game = keptGame(id);
  if (game?.line) keep({ ...game, line: { ...game.line, name } });
}
