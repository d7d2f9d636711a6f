import { lazy } from '../lib/lazy.svelte';

/** Draws a link as a code to scan. */
export const qr = lazy(() => import('./Qr.svelte'));
