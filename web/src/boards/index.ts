import { niagara } from './niagara';
import type { GameUi } from './ui';

/** Every game the shell can put on the table, by its id. */
export const boards: Readonly<Record<string, GameUi>> = { [niagara.id]: niagara };

/** The game whose picture and words greet people on the home page. */
export const hero: GameUi = niagara;
