/** What waits below the first picture of the home page: whoever plays at once does without. */
export { default as JoinBox } from './JoinBox.svelte';
export { default as MyTables } from './MyTables.svelte';
export { default as NewTable } from './NewTable.svelte';
export { default as Opponents } from './Opponents.svelte';
export { opponents } from './opponents';
