export { default as AtEnd } from './AtEnd.svelte';
export { default as InMenu } from './InMenu.svelte';
