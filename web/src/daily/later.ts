export { default as AtEnd } from './AtEnd.svelte';
export { default as InMenu } from './InMenu.svelte';

import { m } from './messages';

/** What one more game of a river that counted is called. */
export const practise = (): string => m.daily_practise();
