import { lazy } from '../lib/lazy.svelte';

/** What pages show of friends. */
export const friends = lazy(() => import('./later'));
/** Who they are. */
export const circle = lazy(() => import('./circle.svelte'));
/** What is told of them on any page. */
export const nearby = lazy(() => import('./Nearby.svelte'));
