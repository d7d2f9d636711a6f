import { lazy } from '../lib/lazy.svelte';

/** What comes to the home page after its first picture. */
export const below = lazy(() => import('./below'));
