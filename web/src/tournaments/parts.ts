import { lazy } from '../lib/lazy.svelte';

/** The tournaments that somebody has entered. */
export const tournaments = lazy(() => import('./OfPerson.svelte'));
/** The one to enter next. */
export const nextTournament = lazy(() => import('./Next.svelte'));
