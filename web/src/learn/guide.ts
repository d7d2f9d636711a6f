import { type Lazy, lazyAll } from '../lib/lazy.svelte';
import { byGame } from './game';
import type { Step } from './step';

/** Every game's guide; steps come in the order of their urgency. */
const GUIDES = byGame(lazyAll(import.meta.glob<readonly Step[]>('../boards/*/learn/guide.ts', { import: 'steps' })));

/** Find a game's guide, if it has one; it is only ever handed that game's own views, actions and events. */
export const guideOf = (game: string): Lazy<readonly Step[]> | undefined => GUIDES[game];
