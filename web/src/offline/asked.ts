/** What the worker with the bots is asked, and what it answers. */
import type { Character } from '../protocol';
import type { Tried } from '../rules/rules';

export interface Asked {
  readonly number: number;
  readonly game: string;
  readonly bot: string;
  /** In whose manner it decides; null or nothing: in nobody's. */
  readonly character?: Character | null;
  readonly players: number;
  /** The board of a game that is played on a map of players' own. */
  readonly board: string | null;
  /** What the seat may know of the position. */
  readonly record: Uint8Array;
  readonly seat: number;
  /** The same seed decides alike, unless the bot searches for a time: how far it comes hangs on the machine. */
  readonly seed: number;
  /** How long a bot that searches may think. */
  readonly seconds: number;
  /** How many simulations it makes instead, where it is to decide alike on every machine. */
  readonly rollouts?: number | undefined;
  /** It is asked for what it has found out about its turn, not to decide it. */
  readonly weighs?: boolean;
}

/** What a bot finds best, and what it has found out about that and all else that it tried. */
export interface Weighed {
  readonly plan: readonly number[];
  readonly tried: readonly Tried[];
}

export type Answered =
  | { readonly number: number; readonly turn: readonly number[] }
  | { readonly number: number; readonly weighed: Weighed }
  | { readonly number: number; readonly failed: string };
