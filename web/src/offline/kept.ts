/** Games that this browser keeps by itself: played without a server, they outlast the page. */
import { drop, load, save } from '../lib/storage';
import type { OptionValue } from '../protocol';
import type { Start } from '../rules/match';

/** Who plays a seat: a person here, or a bot. */
export interface KeptSeat {
  readonly name: string;
  readonly bot: string | null;
}

/** A turn, or a word of chance in hexadecimal. */
export type KeptEntry = { readonly seat: number; readonly turn: readonly number[] } | { readonly deal: string };

/** A game as it is kept: how it began, and all that was decided. */
export interface KeptGame {
  readonly id: string;
  readonly game: string;
  readonly rulesVersion: number;
  readonly preset: string | null;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly seats: readonly KeptSeat[];
  /** Word of chance of the set-up, in hexadecimal. */
  readonly word: string;
  readonly entries: readonly KeptEntry[];
  readonly over: boolean;
  /** When it was last played: milliseconds. */
  readonly at: number;
}

/** What a kept game begins with, and its words of chance after that. */
export const openingOf = ({ seats, options, word, entries }: KeptGame): { start: Start; deals: bigint[] } => ({
  start: { players: seats.length, options, word: BigInt(word) },
  deals: entries.flatMap((entry) => ('deal' in entry ? BigInt(entry.deal) : [])),
});

/** What a list of games needs of one. */
export type KeptTitle = Pick<KeptGame, 'id' | 'game' | 'seats' | 'over' | 'at'>;

const LIST = 'eddyline.offline';
const MOST = 30;

const key = (id: string): string => `${LIST}.${id}`;

/** List the games, the one played last first. */
export const keptGames = (): readonly KeptTitle[] => load<KeptTitle[]>(LIST, []);

/** A game that was opened to be looked at, and is not kept: it is here for as long as the page. */
let held: KeptGame | null = null;

/** Hold a game without keeping it. */
export const hold = (game: KeptGame): void => void (held = game);

/** Tell whether a game is only held. */
export const isHeld = (id: string): boolean => held?.id === id;

/** Return a game; null if it is not, or not any more, here. */
export const keptGame = (id: string): KeptGame | null => (isHeld(id) ? held : load<KeptGame | null>(key(id), null));

/** Keep a game as it is now, and forget the oldest if there are too many. */
export function keep(game: KeptGame): void {
  save(key(game.id), game);
  const { id, over, at, seats } = game;
  const all = [{ id, game: game.game, seats, over, at }, ...keptGames().filter((other) => other.id !== id)];
  for (const { id: old } of all.slice(MOST)) drop(key(old));
  save(LIST, all.slice(0, MOST));
}

/** Keep a game no longer. */
export function forget(id: string): void {
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
