import { Fetched } from '../fetched.svelte';

/** The landscape and its running water, and what shows events; until they are there, plain spaces stand for the land. */
export const later = new Fetched(() => import('./later'));
