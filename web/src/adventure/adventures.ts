import { byGame } from '../learn/game';
import { type Lazy, lazyAll } from '../lib/lazy.svelte';
import type { Adventure } from './scene';

const ADVENTURES = byGame(
  lazyAll(import.meta.glob<Adventure>('../boards/*/adventure/index.ts', { import: 'adventure' })),
);

/** Find a game's adventure, if it has one. */
export const adventureOf = (game: string): Lazy<Adventure> | undefined => ADVENTURES[game];
