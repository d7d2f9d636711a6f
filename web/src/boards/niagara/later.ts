/** What a table does without until something happens: motion, drafts, slips of paper, reasons, and “you”. One chunk of its own, see `fetched`. */
export { default as Bubble } from './art/Bubble.svelte';
export { default as Drafted } from './art/Drafted.svelte';
export { default as Finish } from './art/Finish.svelte';
export { default as Hint } from './art/Hint.svelte';
export { default as Effects } from './art/Effects.svelte';
export { slipOf } from './bubbles';
export { Player } from './motion';
export { timetable } from './timetable';
export { lead } from './lead';
export { default as Pushes } from './art/Pushes.svelte';
export { why } from './why/why';
export { YOURS } from './yours/yours';
