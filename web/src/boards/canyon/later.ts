/** What the first picture of a table does without: land, running water, motion, reasons, “you”. One chunk of its own, see `pieces`. */
export { default as Landscape } from './art/Landscape.svelte';
export { default as Marks } from './art/Marks.svelte';
export { default as Pointed } from './art/Pointed.svelte';
export { default as Running } from './art/Running.svelte';
export { lead } from './lead';
export { Player } from './motion';
export { timetable } from './timetable';
export { why } from './why/why';
export { YOURS } from './yours/yours';
