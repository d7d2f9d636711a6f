/** What people at a table say without words; fetched after the table itself. */
export { default as Bubble } from './Bubble.svelte';
