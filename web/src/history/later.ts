import { lazy } from '../lib/lazy.svelte';

/** What looks back at games, fetched when somebody does. */
export const past = lazy(() => import('./parts'));
