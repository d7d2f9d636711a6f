/** Remembers on this device which rivers somebody has begun and how each went: one try a day, whatever becomes of its game. */
import { keptGame, keptGames, type KeptGame, type KeptTitle, peopleOf, type Result } from '../offline/kept';
import { drop, load, onChange, save } from '../lib/storage';
import type { Match } from '../rules/match';
import { isDay } from './day';

/** The try of a day, from the moment in which it is begun. */
export interface Try {
  /** Id of the kept game. */
  readonly game: string;
  /** How it went; null while it is played. */
  readonly ended: Ended | null;
}

/** How a try went, or that it was given up. */
export interface Ended {
  readonly won: boolean;
  /** Place, and among how many; null where it was given up. */
  readonly rank: number | null;
  readonly players: number;
  /** How many rounds it took, where that is known. */
  readonly rounds: number | null;
}

/** By day, as in ISO 8601. */
export type Tries = Readonly<Record<string, Try>>;

/** How a day stands: its try may be begun, goes on, has lost its game, or is over. */
export type Standing =
  | { readonly kind: 'open' }
  | { readonly kind: 'begun'; readonly game: string }
  | { readonly kind: 'lost'; readonly game: string }
  | { readonly kind: 'over'; readonly game: string; readonly ended: Ended };

const KEY = 'eddyline.daily';
/** What was kept and could not be read, until somebody has been told. */
const DAMAGED = `${KEY}.damaged`;
/** About what a long game takes, twice. */
const ROOM = 60_000;

/** Call back when another tab has changed something; returns what ends that. */
export const onTries = (changed: () => void): (() => void) => onChange(KEY, changed);

/** List all tries. What is damaged is put aside, and made good by the games that are kept. */
export function tries(): Tries {
  const found = load<unknown>(KEY, {});
  const entries = isObject(found) ? Object.entries(found) : [];
  const sound = entries.filter((entry): entry is [string, Try] => isDay(entry[0]) && isTry(entry[1]));
  const text = stored();
  if (text !== null && (sound.length < entries.length || !isObject(parsed(text)))) {
    save(DAMAGED, text);
    save(KEY, Object.fromEntries(sound));
  }
  const known = new Set(sound.map(([day]) => day));
  const kept = keptGames().flatMap((title): [string, Try][] => {
    const { id, daily } = title;
    if (!daily?.counts || known.has(daily.day)) return [];
    return [[daily.day, { game: id, ended: title.result ? endedOf(title, title.result, null) : null }]];
  });
  return Object.fromEntries([...sound, ...kept]);
}

/** Tell how a day stands. */
export function standingOf(all: Tries, day: string): Standing {
  const { game, ended } = all[day] ?? {};
  if (game === undefined) return { kind: 'open' };
  if (ended) return { kind: 'over', game, ended };
  return keptGame(game) ? { kind: 'begun', game } : { kind: 'lost', game };
}

/** Note that the try of a day has begun; a day has one. */
export function note(day: string, game: string): void {
  const all = tries();
  save(KEY, { [day]: { game, ended: null } satisfies Try, ...all });
}

/** Note how a game has ended if it is the try of its day, and is not over yet. */
export function finish(game: Pick<KeptGame, 'id' | 'daily' | 'seats' | 'result'>, match: Pick<Match, 'shown'>): void {
  const { daily, result } = game;
  if (!daily?.counts || !result) return;
  const { round } = match.shown(null) as { round?: unknown };
  end(daily.day, game.id, endedOf(game, result, typeof round === 'number' ? round : null));
}

/** Give the try of a day up: it counts as lost. */
export function giveUp(day: string, { id, seats }: Pick<KeptGame, 'id' | 'seats'>): void {
  end(day, id, { won: false, rank: null, players: seats.length, rounds: null });
}

function end(day: string, game: string, ended: Ended): void {
  const all = tries();
  const now = all[day];
  // What a copy of it, in another tab for example, comes to later changes nothing.
  if (now?.ended || (now && now.game !== game)) return;
  save(KEY, { ...all, [day]: { game, ended } satisfies Try });
}

function endedOf({ seats }: Pick<KeptTitle, 'seats'>, { ranking, winners }: Result, rounds: number | null): Ended {
  const [mine = 0] = peopleOf({ seats });
  return { won: winners.includes(mine), rank: ranking[mine] ?? null, players: seats.length, rounds };
}

/** Find the game that goes on of a day's river which does not count. */
export const practiceOf = (day: string): KeptTitle | undefined =>
  keptGames().find(({ daily, over }) => daily?.day === day && !daily.counts && !over);

/** List the days whose rivers were played to their ends. */
export const daysOf = (all: Tries): string[] =>
  Object.keys(all).filter((day) => typeof all[day]?.ended?.rank === 'number');

/** List the days before one whose try still goes on, the last first. */
export const openDays = (all: Tries, before: string): string[] =>
  Object.keys(all)
    .filter((day) => day < before && standingOf(all, day).kind === 'begun')
    .sort()
    .reverse();

/** Tell whether something that was kept here was damaged, and nobody has been told yet. */
export const damaged = (): boolean => load<unknown>(DAMAGED, null) !== null;

/** Somebody has been told. */
export const told = (): void => drop(DAMAGED);

/** Tell whether the browser has room for another game that outlasts the page. */
export function hasRoom(): boolean {
  const key = `${KEY}.room`;
  const has = save(key, ' '.repeat(ROOM));
  drop(key);
  return has;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown): boolean => value === null || Number.isInteger(value);

const isTry = (value: unknown): value is Try =>
  isObject(value) && typeof value['game'] === 'string' && (value['ended'] === null || isEnded(value['ended']));

const isEnded = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['won'] === 'boolean' &&
  Number.isInteger(value['players']) &&
  isCount(value['rank']) &&
  isCount(value['rounds']);
