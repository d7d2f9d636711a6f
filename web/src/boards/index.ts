import { spoken } from '../lib/locale';
import { m } from '../paraglide/messages.js';
import type { View } from '../protocol';
import type { GameIntro, GameUi } from './ui';

/** A game that the shell can put on the table; what it draws and says is fetched when somebody wants it. */
export interface Game {
  readonly id: string;
  readonly name: () => string;
  readonly tagline: () => string;
  readonly intro: () => Promise<GameIntro>;
  readonly table: () => Promise<GameUi>;
}

/** Forget whose views a board draws: a table's game chooses the board, so it is only ever handed its own. */
const any = <V extends View, A, E>(ui: GameUi<V, A, E>): GameUi => ui as unknown as GameUi;

/** Every game, in the order in which the home page offers them. */
export const catalogue: readonly Game[] = [
  {
    id: 'niagara',
    name: m.app_niagara,
    tagline: m.app_niagara_tagline,
    intro: async () => (await spoken(import('./niagara/intro'), 'niagara')).intro,
    table: async () => any((await spoken(import('./niagara'), 'niagara')).niagara),
  },
  {
    id: 'canyon',
    name: m.app_canyon,
    tagline: m.app_canyon_tagline,
    intro: async () => (await spoken(import('./canyon/intro'), 'canyon')).intro,
    table: async () => any((await spoken(import('./canyon'), 'canyon')).canyon),
  },
];

/** Find a game by its id. */
export const gameOf = (id: string): Game | undefined => catalogue.find((game) => game.id === id);
