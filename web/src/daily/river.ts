/** Chooses the river of a day: the game, its rules, who sits where, and all of its chance. */
import type { DailyGame } from '../boards/daily';
import { type Drawn, wordOf } from '../offline/drawn';
import { hex } from '../offline/kept';
import type { Character, OptionValue } from '../protocol';
import { CHARACTERS } from '../rivals/characters';
import { numberOf } from './day';

/** The table of a day, the same on every device. */
export interface River {
  readonly day: string;
  readonly game: string;
  readonly preset: string;
  /** What is chosen besides, by the names of options. */
  readonly chosen: Readonly<Record<string, OptionValue>>;
  /** The bot of each seat; null is the seat of whoever plays. */
  readonly seats: readonly (string | null)[];
  /** Who the bots are, by seats. They play in their manners, so the first days' bots stay nobody: those rivers have been played. */
  readonly characters: readonly (Character | null)[];
  /** Word of chance of the set-up, in hexadecimal. */
  readonly word: string;
  readonly drawn: Drawn;
}

/** Goes into every choice: one that chooses otherwise has another number, and says so in its golden test. */
export const VERSION = 1;

/** The first day whose rivals are characters. */
const KNOWN_FROM = '2026-11-29';

/** The first day on which those who are not strong are of the level for the family; before, they were the steady ones. */
const MILDER_FROM = '2026-12-01';
const MILD = 'camper';

/** A strong bot then takes some hundredths of a second for most turns, and on a phone some tenths. */
const ROLLOUTS = 512;

/** From Monday to Sunday: how many rivals are strong, and how much is added to the rules. */
const STRONG = [0, 0, 1, 1, 2, 2, 4];
const ADDED = [0, 0, 1, 1, 2, 2, 3];

/** The games by their ids, in order. */
const GAMES = Object.entries(import.meta.glob<DailyGame>('../boards/*/daily.ts', { eager: true, import: 'daily' }))
  .map(([path, daily]) => ({ game: path.split('/')[2] ?? '', ...daily }))
  .sort((one, other) => (one.game < other.game ? -1 : 1));

/** Choose the river of a day. */
export function riverOf(day: string, version = VERSION): River {
  const number = numberOf(day);
  // 1 January 1970 was a Thursday.
  const weekday = (number + 3) % 7;
  const seed = digest(`eddyline river ${version} ${day}`);
  let drawn = 0;
  const draw = (): bigint => wordOf(seed, drawn++);
  const below = (count: number): number => Number(draw() % BigInt(count));
  function some<T>(of: readonly T[], count: number): T[] {
    const left = [...of];
    return Array.from({ length: Math.min(count, of.length) }, () => left.splice(below(left.length), 1)).flat();
  }
  const word = hex(draw());
  const dealt = hex(draw());
  // A week has an odd number of days: every day of it has either game in turn.
  const chooser = GAMES[(number + 1) % GAMES.length];
  if (!chooser) throw new RangeError('no game has a river of the day');
  const { game, preset, steady, strong, more } = chooser;
  const players = 3 + below(weekday < 5 ? more.week : more.end);
  const seats: (string | null)[] = Array.from({ length: players }, () => (day < MILDER_FROM ? steady : MILD));
  seats[below(players)] = null;
  const rivals = seats.flatMap((bot, seat) => (bot === null ? [] : seat));
  for (const seat of some(rivals, STRONG[weekday] ?? 0)) seats[seat] = strong;
  const chosen = chooser.chosen(ADDED[weekday] ?? 0, { below, some });
  // Drawn last: everything else is as it is without them.
  const known = day < KNOWN_FROM ? [] : some(CHARACTERS, rivals.length);
  const characters = seats.map((bot) => (bot === null ? null : (known.pop() ?? null)));
  return { day, game, preset, chosen, seats, characters, word, drawn: { seed: dealt, rollouts: ROLLOUTS } };
}

/** Make 64 bits of a text: FNV-1a. */
function digest(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const letter of text) hash = BigInt.asUintN(64, (hash ^ BigInt(letter.charCodeAt(0))) * 0x100000001b3n);
  return hash;
}
