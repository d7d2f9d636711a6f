import { lazy } from '../../lib/lazy.svelte';

/** The landscape and its running water, what shows events, reasons and “you”; where they do not come, plain spaces stand for the land. */
export const later = lazy(() => import('./later'));

/** Fetched beside the first picture of the card table, which can do without. */
export const bids = lazy(() => import('./Bids.svelte'));

/** The tricks taken, for who looks back. */
export const tricks = lazy(() => import('./Tricks.svelte'));
