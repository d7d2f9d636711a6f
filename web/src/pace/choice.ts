import { lazy } from '../lib/lazy.svelte';

/** What may be decided in advance. */
export const aheadChoice = lazy(() => import('./AheadChoice.svelte'));
