import { lazy } from '../lib/lazy.svelte';

/** What pages show of friends. */
export const friends = lazy(() => import('./later'));
/** Who they are. */
export const circle = lazy(() => import('./circle.svelte'));
