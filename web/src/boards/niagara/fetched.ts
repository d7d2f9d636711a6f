import { lazy } from '../../lib/lazy.svelte';

/** Motion, drafts, slips of paper and reasons; every decision is a button below the board, too. */
export const later = lazy(() => import('./later'));
