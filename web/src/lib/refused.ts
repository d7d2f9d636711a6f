import { lazy } from './lazy.svelte';
import type { Said } from '../refused/words';

/** Words for what the server refuses. */
export const refusals = lazy(() => import('../refused/words'));

/** Fetch them, when there is something to say. */
export const fetchRefusals = (): Promise<unknown> => refusals.want();

/** Say in the player's language why the server refused something; in the server's own until words have been fetched. */
export const inWords = (said: Said): string => refusals.part?.inWords(said) ?? said.message;
