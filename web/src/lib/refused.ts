import type { Said } from '../refused/words';
import { spoken } from './locale';

let words: ((said: Said) => string) | undefined;

/** Fetch words for what the server refuses. */
export const fetchRefusals = (): Promise<void> =>
  spoken(import('../refused/words'), 'closed').then(
    (fetched) => {
      words = fetched.inWords;
    },
    () => undefined,
  );

/** Say in the player's language why the server refused something; in the server's own until words have been fetched. */
export const inWords = (said: Said): string => words?.(said) ?? said.message;
