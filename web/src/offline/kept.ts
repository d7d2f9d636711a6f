/** Games that this browser keeps by itself: played without a server, they outlast the page. */
import type { FirstChoice } from '../boards/ui';
import { drop, load, save } from '../lib/storage';
import type { Beginning, Character, Event, OptionValue } from '../protocol';
import { type Entry, Match, type Start } from '../rules/match';
import type { Rules } from '../rules/rules';
import type { Drawn } from './drawn';

/** Who plays a seat: a person here, or a bot. */
export interface KeptSeat {
  readonly name: string;
  readonly bot: string | null;
  /** Who is drawn; a bot plays in the manner of this character. Games from before there were any have none. */
  readonly portrait?: Character | null;
}

export interface KeptTurn {
  readonly seat: number;
  readonly turn: readonly number[];
}

/** An entry of a match, with words of chance in hexadecimal. */
export type KeptEntry = KeptTurn | SavedChance;

/** Entries that stand in a file as they are kept. */
export type SavedChance = { readonly deal: string } | { readonly resample: number; readonly word: string };

/** A comment or a variation as its file has it, and the number of entries before it. */
export interface KeptNote {
  readonly after: number;
  readonly note: object;
}

/** A game as it is kept: how it began, and all that was decided. */
export interface KeptGame {
  readonly id: string;
  readonly game: string;
  readonly rulesVersion: number;
  readonly preset: string | null;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly seats: readonly KeptSeat[];
  /** Word of chance of the set-up, in hexadecimal; null: it began with a position. */
  readonly word: string | null;
  /** That position, as its file has it. */
  readonly position?: object;
  /** What a server told of its position or its map; see `fitted`. */
  readonly from?: Beginning;
  readonly entries: readonly KeptEntry[];
  /** What the file said besides that it came from; it is written again. */
  readonly notes?: readonly KeptNote[];
  readonly over: boolean;
  /** How it ended; null before the end. Games that were kept before this was noted have none. */
  readonly result?: Result | null;
  /** When it was last played: milliseconds. */
  readonly at: number;
  /** What it goes on from, if it is another line of a game. */
  readonly line?: Line;
  /** What its chance follows from, if it is to go alike on every device. */
  readonly drawn?: Drawn | undefined;
  /** Whose day's river it is. */
  readonly daily?: Daily | undefined;
  /** It came in a file, and whether that said when it was played; else `at` is when it came. */
  readonly imported?: true | 'dated';
}

/** The river of a day. */
export interface Daily {
  /** As in ISO 8601. */
  readonly day: string;
  /** It is the one try that counts. */
  readonly counts: boolean;
}

/** List the seats that people play, not bots. */
export const peopleOf = ({ seats }: Pick<KeptGame, 'seats'>): number[] =>
  seats.flatMap(({ bot }, seat) => (bot === null ? seat : []));

/** How a game ended. */
export interface Result {
  /** Place of each seat. */
  readonly ranking: readonly number[];
  readonly winners: readonly number[];
}

/** Tell how a match ended; null before its end. */
export const resultOf = ({ ranking, winners }: Match): Result | null => ranking && { ranking, winners };

/** Where a line leaves a game, to see what would have happened. */
export interface Line {
  /** As somebody has named it; null: each page says in its own language with which choice it begins. */
  readonly name: string | null;
  /** That choice, of the game named, and after how many turns it was made; none: nobody has made it yet. */
  readonly first?: (FirstChoice & { readonly game: string; readonly at: number }) | undefined;
  /** Which of those it is that begin alike and that nobody has named; none: the first. */
  readonly nth?: number | undefined;
  /** Who sent it, where they have a name. */
  readonly from?: string;
  /** It came with a link. */
  readonly received?: boolean;
  /** The game that it leaves, as the path of its replay without `/replay`. */
  readonly of: string;
  /** After so many of its turns. */
  readonly turn: number;
  /** Words of chance of that game, in order: the same are dealt again. None: what is to come is drawn anew. */
  readonly deals: readonly string[];
  /** Where in that game somebody looked when they began it, and as which seat; null: with open cards. */
  readonly left?: { readonly turn: number; readonly seat: number | null };
  /** When it was begun: milliseconds. */
  readonly made?: number;
  /** How that game went on: its bots repeat their turns of it while the rules allow. None: they decide all themselves. */
  readonly later?: readonly KeptTurn[];
  /** They decide all themselves, although it is known how that game went on. */
  readonly anew?: boolean;
}

/** Find the turn of the game that a line leaves which a seat would repeat now; null: there is none. */
export function repeatable(
  { line, entries }: Pick<KeptGame, 'line' | 'entries'>,
  seat: number,
): readonly number[] | null {
  if (!line?.later || line.anew) return null;
  const turns = entries.filter((entry) => 'turn' in entry).slice(line.turn);
  const played = turns.filter((turn) => turn.seat === seat).length;
  return line.later.filter((turn) => turn.seat === seat)[played]?.turn ?? null;
}

/** A kept game before all its entries, and what carries them out one after the other. */
export interface Begun {
  readonly match: Match;
  /** For each entry, what everybody saw of a turn; null if it is none. Throws a RangeError for what the rules do not allow,
   * such as a word of chance where none is due. */
  readonly steps: Generator<Event[] | null, void>;
}

/** Begin a kept game: its words of chance are dealt again, each at its place, after them those of `more`, if there are any.
 * Throws a RangeError for what these rules cannot begin with. */
export function begun(
  rules: Rules<unknown>,
  { seats, options, word, from, entries, line }: KeptGame,
  more: () => bigint | null,
): Begun {
  const start: Start = {
    players: seats.length,
    options,
    word: word === null ? null : BigInt(word),
    ...(from && { from }),
  };
  const dealt = entries.filter((entry) => 'deal' in entry).length;
  const words = (line?.deals ?? []).slice(dealt).map(BigInt);
  /** The entry that comes next. */
  let place = 0;
  const match = new Match(rules, start, () => {
    const next = entries[place];
    if (!next) return words.shift() ?? more();
    // A record that lacks it is not dealt what comes later.
    if (!('deal' in next)) return null;
    place += 1;
    return BigInt(next.deal);
  });
  function* steps(): Begun['steps'] {
    for (const [i, entry] of entries.entries()) {
      const isDealt = i < place;
      if (isDealt) yield null;
      else {
        place = i + 1;
        yield carriedOut(entry);
      }
    }
  }
  function carriedOut(entry: KeptEntry): Event[] | null {
    if ('turn' in entry) return match.commit(entry.seat, entry.turn);
    if ('deal' in entry) throw new RangeError('no deal is due');
    match.resample(entry.resample, BigInt(entry.word));
    return null;
  }
  return { match, steps: steps() };
}

/** Write entries of a match as they are kept. */
export const keptEntries = (log: readonly Entry[]): KeptEntry[] =>
  log.map((entry) => {
    if ('deal' in entry) return { deal: hex(entry.deal) };
    return 'resample' in entry ? { resample: entry.resample, word: hex(entry.word) } : entry;
  });

/** What a list of games needs of one. */
export type KeptTitle = Pick<
  KeptGame,
  'id' | 'game' | 'seats' | 'over' | 'result' | 'at' | 'line' | 'daily' | 'imported'
>;

/** Leave out how its game went on, which no list needs. */
const short = ({ later: _, ...line }: Line): Line => line;

const LIST = 'eddyline.offline';
const MOST = 30;

const key = (id: string): string => `${LIST}.${id}`;

/** List the games, the one played last first. */
export const keptGames = (): readonly KeptTitle[] => load<KeptTitle[]>(LIST, []);

/** List the games with their lines below them, and the lines of those, each with how many games it hangs on: first what
 * was played last, or has a line that was. */
export function keptTrees(): readonly { readonly game: KeptTitle; readonly depth: number }[] {
  const all = keptGames();
  const left = ({ line }: KeptTitle): KeptTitle | undefined => all.find(({ id }) => line?.of === `offline/${id}`);
  const tree = (game: KeptTitle, depth: number): ReturnType<typeof keptTrees> => [
    { game, depth },
    ...all.filter((each) => left(each) === game).flatMap((line) => tree(line, depth + 1)),
  ];
  const newest = (games: ReturnType<typeof keptTrees>): number => Math.max(...games.map(({ game }) => game.at));
  const trees = all.filter((game) => !left(game)).map((game) => tree(game, 0));
  return trees.sort((one, other) => newest(other) - newest(one)).flat();
}

/** Games that were opened to be looked at, or begun to be tried, and are not kept: they are here for as long as the tab. */
let held: Readonly<Record<string, KeptGame>> | null = null;

const HELD = `${LIST}-held`;

function heldGames(): Readonly<Record<string, KeptGame>> {
  try {
    held ??= JSON.parse(sessionStorage.getItem(HELD) ?? '{}') as Record<string, KeptGame>;
  } catch {
    // Then this page has opened none.
  }
  return held ?? {};
}

function holdAll(games: Readonly<Record<string, KeptGame>>): void {
  held = games;
  try {
    sessionStorage.setItem(HELD, JSON.stringify(games));
  } catch {
    // Then they live no longer than the page.
  }
}

/** Hold a game without keeping it. */
export const hold = (game: KeptGame): void => holdAll({ ...heldGames(), [game.id]: game });

/** List the games that are only held. */
export const heldTitles = (): readonly KeptGame[] => Object.values(heldGames());

/** Tell whether a game is only held. */
export const isHeld = (id: string): boolean => id in heldGames();

/** Return a game; null if it is not, or not any more, here. */
export const keptGame = (id: string): KeptGame | null => heldGames()[id] ?? load<KeptGame | null>(key(id), null);

/** The place of a game that a link carries, and nobody keeps. */
export const SHARED = 'shared';

/** What takes no place of another: games, lines of games, and rivers of a day. */
const kindOf = ({ line, daily }: KeptTitle): string => (line ? 'line' : daily ? 'daily' : '');

/**
 * Keep a game as it is now, and forget the oldest of its kind if there are too many. Return whether it outlasts the page:
 * a browser may have no room for it.
 */
export function keep(game: KeptGame): boolean {
  const { [game.id]: mine, ...others } = heldGames();
  if (mine) holdAll(others);
  // One comes back to the game that a line leaves.
  const left = others[game.line?.of.replace('offline/', '') ?? ''];
  if (left) keep(left);
  const lasts = save(key(game.id), game);
  const { id, over, result, at, seats, line, daily, imported } = game;
  const title = {
    ...{ id, game: game.game, seats, over, at },
    ...(result && { result }),
    ...(line && { line: short(line) }),
    ...(daily && { daily }),
    ...(imported && { imported }),
  };
  const all: readonly KeptTitle[] = [title, ...keptGames().filter((other) => other.id !== id)];
  const kin = all.filter((other) => kindOf(other) === kindOf(title));
  const old = new Set(kin.slice(MOST).map((each) => each.id));
  for (const each of old) drop(key(each));
  const listed = all.filter((each) => !old.has(each.id));
  return save(LIST, listed) && lasts;
}

/** How many more games can be kept without forgetting one. */
export const roomFor = (): number => Math.max(0, MOST - keptGames().filter((each) => kindOf(each) === '').length);

/** Keep a game no longer. */
export function forget(id: string): void {
  const { [id]: mine, ...others } = heldGames();
  if (mine) holdAll(others);
  drop(key(id));
  save(
    LIST,
    keptGames().filter((other) => other.id !== id),
  );
}

/** Make up an id. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => (byte % 36).toString(36)).join('');
}

/** Draw a word of chance. */
export const newWord = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;

export const hex = (word: bigint): string => `0x${word.toString(16)}`;
