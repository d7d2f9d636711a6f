/**
 * What is added to a table when its first picture is there: clocks, absence and votes, what people say without words,
 * what may come, answers to "why not", keys and dragging.
 */
export { chatOf } from '../chat/opened';
export { default as Fate } from '../fate/Fate.svelte';
export { default as Heard } from '../sound/Heard.svelte';
export { Mark, OwnTime, Strips } from '../pace';
export { Bubble } from '../tavern';
export { default as Answer } from './Answer.svelte';
export { draggable } from './drag';
export { press } from './keyboard';
export { default as Wonder } from './Wonder.svelte';
export * as told from '../pace/told';
