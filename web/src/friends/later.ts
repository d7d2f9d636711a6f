/** What pages show of friends, fetched together: the page names each file that it may need. */
export { default as Asking } from './Asking.svelte';
export { default as Befriend } from './Befriend.svelte';
export { default as Friends } from './Friends.svelte';
export { default as Meeting } from './Meeting.svelte';
export { default as Invitations } from './Invitations.svelte';
export { default as Said } from './Said.svelte';
