import { lazy } from '../lib/lazy.svelte';

/** What the host has pinned to a table, and where the host pins it. */
export const note = lazy(() => import('./Note.svelte'));
