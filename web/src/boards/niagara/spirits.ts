/** The pieces of the expansion modules: one chunk of its own, see `pieces`. */
export { default as Beaver } from './art/Beaver.svelte';
export { default as Carried } from './art/Carried.svelte';
export { default as Hat } from './art/Hat.svelte';
export { default as JoeCanoe } from './art/JoeCanoe.svelte';
export { default as Moose } from './art/Moose.svelte';
export { default as Ropes } from './art/Ropes.svelte';
export { default as Whirlpool } from './art/Whirlpool.svelte';
