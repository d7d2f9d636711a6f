/** What looks back at games: one's own, and those of somebody that everybody may see. */
export { default as MyGames } from './MyGames.svelte';
export { default as PublicGames } from './PublicGames.svelte';
