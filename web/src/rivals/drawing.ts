/** What draws a portrait: with who shows one, apart from what speaks beside it. */
import { lazy } from '../lib/lazy.svelte';

export const portrait = lazy(() => import('./Portrait.svelte'));
