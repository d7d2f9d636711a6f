import type { Game } from './game';
import { plainGame } from './plain/game';

/** Every game with a board of its own, in the order in which the home page offers them. */
export const catalogue: readonly Game[] = Object.values(
  import.meta.glob<Game>('./*/manifest.ts', { eager: true, import: 'game' }),
).sort((one, other) => one.order - other.order);

/** Find a game by its id; `name` is what the server calls one that has no board of its own. */
export const gameOf = (id: string, name = id): Game => catalogue.find((game) => game.id === id) ?? plainGame(id, name);

/** Put games of the server into the order in which people are offered them. */
export const inOrder = (games: readonly { id: string; name: string }[]): Game[] =>
  games.map(({ id, name }) => gameOf(id, name)).sort((one, other) => one.order - other.order);
