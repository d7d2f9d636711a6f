import { lazy } from '../lib/lazy.svelte';

/** What one may ask about. */
export const wonderList = lazy(() => import('./WonderList.svelte'));
