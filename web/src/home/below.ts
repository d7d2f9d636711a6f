/** What comes to the home page after its first picture: whoever plays at once does without. */
export { default as Below } from './Below.svelte';
export { default as Members } from '../people/Members.svelte';
export { default as OpenSaved } from '../offline/OpenSaved.svelte';
export { default as Opponents } from './Opponents.svelte';
export { opponents } from './opponents';
export { default as WaitingTables } from './WaitingTables.svelte';
