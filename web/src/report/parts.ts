import { lazy } from '../lib/lazy.svelte';

/** Asks why a message is reported. */
export const reportLine = lazy(() => import('./ReportLine.svelte'));
/** Lets people report somebody, and lists what they have reported. */
export const report = lazy(() => import('./later'));
