import { lazy } from '../lib/lazy.svelte';

/** What is said at a table that goes on from another game. */
export const origin = lazy(() => import('./atTable'));
