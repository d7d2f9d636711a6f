/**
 * What is added to a table when its first picture is there: clocks, absence and votes, what people say without words,
 * the chat, what may come, answers to "why not", the rules, what is explained once, sounds, keys and dragging.
 */
export { chatOf } from '../chat/opened';
export { default as Fate } from '../fate/Fate.svelte';
export { default as Hints } from '../learn/Hints.svelte';
export { default as Heard } from '../sound/Heard.svelte';
export { default as Question } from '../sound/Question.svelte';
export { default as Mark } from '../pace/Mark.svelte';
export { default as OwnTime } from '../pace/OwnTime.svelte';
export { default as Strips } from '../pace/Strips.svelte';
export { default as Rivals } from '../rivals/Rivals.svelte';
export { default as Bubble } from '../tavern/Bubble.svelte';
export { default as Answer } from './Answer.svelte';
export { fetchAll } from './beforehand';
export { draggable } from './drag';
export { press } from './keyboard';
export { default as RulesButton } from './RulesButton.svelte';
export { default as Skip } from './Skip.svelte';
export { default as Wonder } from './Beside.svelte';
export * as told from '../pace/told';
