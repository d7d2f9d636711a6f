import type { Lazy } from '../lib/lazy.svelte';
import type { View } from '../protocol';
import type { GameIntro, GameUi } from './ui';

/** A game that the shell can put on the table; what it draws and says is fetched when somebody wants it. */
export interface Game {
  readonly id: string;
  /** The home page offers games in this order. */
  readonly order: number;
  /** It has no board, rules page or guide here: see `plain/`. */
  readonly plain?: true;
  readonly name: () => string;
  readonly tagline: () => string;
  readonly intro: Lazy<GameIntro>;
  readonly table: Lazy<GameUi>;
}

/** Forget whose views a board draws: a table's game chooses the board, so it is only ever handed its own. */
export const any = <V extends View, A, E>(ui: GameUi<V, A, E>): GameUi => ui as unknown as GameUi;
