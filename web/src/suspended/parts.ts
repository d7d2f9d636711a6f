/** What is fetched when somebody at a table has been suspended: that is seldom. */
import { lazy } from '../lib/lazy.svelte';

export const words = lazy(() => import('./messages'));
