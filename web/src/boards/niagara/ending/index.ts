/** The end of a game: its scene and poster, and what turned it; fetched when a game is over. */
import { lazy } from '../../../lib/lazy.svelte';

export { default as Scene } from './Scene.svelte';
export { apart, mark, stood } from './marks';
export { holds, measures, missed, moves, ranks, weight } from './measures';
export { numbers } from './numbers';
export { scenes } from './scenes';

export const backdrop = lazy(() => import('./Backdrop.svelte'));
export const clips = lazy(() => import('../clip'));
