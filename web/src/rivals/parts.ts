/** What is fetched when somebody with a portrait is at a table. */
import { lazy } from '../lib/lazy.svelte';

export const talk = lazy(() => import('./Talk.svelte'));
export const about = lazy(() => import('./About.svelte'));
export const portraitChoice = lazy(() => import('./PortraitChoice.svelte'));
export const rivalSettings = lazy(() => import('./RivalSettings.svelte'));
