/** What pages show of friends, fetched together: the page names each file that it may need. */
export { default as Asking } from './Asking.svelte';
export { default as Befriend } from './Befriend.svelte';
export { default as Calling } from './Calling.svelte';
export { default as Friends } from './Friends.svelte';
export { default as Meeting } from './Meeting.svelte';
export { default as Invitations } from './Invitations.svelte';
export { default as Memo } from './Memo.svelte';
export { default as Online } from './Online.svelte';
export { default as Privacy } from './Privacy.svelte';
export { default as Rivals } from './Rivals.svelte';
export { default as Said } from './Said.svelte';
