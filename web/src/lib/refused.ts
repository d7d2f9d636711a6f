import { lazy } from './lazy.svelte';
import type { Said } from '../refused/words';

const words = lazy(() => import('../refused/words'), 'closed');

/** Fetch words for what the server refuses. */
export const fetchRefusals = (): Promise<unknown> => words.want();

/** Say in the player's language why the server refused something; in the server's own until words have been fetched. */
export const inWords = (said: Said): string => words.part?.inWords(said) ?? said.message;
