import { lazy } from '../../lib/lazy.svelte';

/** Motion, drafts, slips of paper, reasons and “you”; every decision is a button below the board, too. */
export const later = lazy(() => import('./later'));
