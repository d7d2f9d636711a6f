/** The parts of a table that goes on from another game. */
export { botsBefore, placeOf } from './before';
export { default as OriginNote } from './OriginNote.svelte';
export { default as PlaysOn } from './PlaysOn.svelte';
