import { spoken } from './locale';

/** What the server says of a refusal; `reason`: by the rules. */
export interface Said {
  readonly code?: string;
  readonly reason?: string | null;
  readonly message: string;
}

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
