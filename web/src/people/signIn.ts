import { lazy } from '../lib/lazy.svelte';

/** Where people sign in, or begin an account. */
export const signIn = lazy(() => import('./SignIn.svelte'));
