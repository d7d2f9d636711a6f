import { lazy } from '../lib/lazy.svelte';

/** The settings. */
export const settingsDialog = lazy(() => import('./Settings.svelte'));
