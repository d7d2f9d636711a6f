import { lazy } from '../lib/lazy.svelte';

/** Keeps notices in step with what waits. */
export const noticing = lazy(() => import('./attend.svelte'));
