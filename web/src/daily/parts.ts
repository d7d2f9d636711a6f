import { lazy } from '../lib/lazy.svelte';

/** What the end of a game and its menu say of the river of a day. */
export const later = lazy(() => import('./later'));
