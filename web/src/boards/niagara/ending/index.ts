/** The end of a game: its scene, and what turned it; fetched when a game is over. */
export { default as Scene } from './Scene.svelte';
export { mark } from './marks';
export { numbers } from './numbers';
