/** What a table shows of clocks, absence and votes; fetched when its first picture is there. */
export { default as Mark } from './Mark.svelte';
export { default as OwnTime } from './OwnTime.svelte';
export { default as Strips } from './Strips.svelte';
