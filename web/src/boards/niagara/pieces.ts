import { lazy } from '../../lib/lazy.svelte';

/** The pieces of the expansion modules, for tables that play with any: the base game does without. */
export const spirits = lazy(() => import('./spirits'));

/** The landscape; until it is there, its bed stands for it. */
export const painting = lazy(() => import('./painting'));
