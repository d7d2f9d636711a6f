import type { Game } from './game';

/** Every game, in the order in which the home page offers them. */
export const catalogue: readonly Game[] = Object.values(
  import.meta.glob<Game>('./*/manifest.ts', { eager: true, import: 'game' }),
).sort((one, other) => one.order - other.order);

/** Find a game by its id. */
export const gameOf = (id: string): Game | undefined => catalogue.find((game) => game.id === id);
