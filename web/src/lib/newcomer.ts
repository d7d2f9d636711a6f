/** Knows whether nobody has played here before. */
import { seats } from './seats.svelte';
import { own } from './session.svelte';
import { load } from './storage';

/** Under which it is kept where the first game on this device was, which explains itself. */
export const FIRST_GAME = 'eddyline.hints';

/** Tell whether this device remembers no game that was begun, and nobody who has an account. */
export const isNewcomer = (): boolean => !own.now && seats.all.length === 0 && load(FIRST_GAME, null) === null;
