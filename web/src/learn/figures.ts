import { type Lazy, lazyAll } from '../lib/lazy.svelte';
import type { Figures } from './figure';
import { byGame } from './game';

const FIGURES = byGame(lazyAll(import.meta.glob<Figures>('../boards/*/learn/figures.ts', { import: 'figures' })));

/** Find a game's figures, if it has any. */
export const figuresOf = (game: string): Lazy<Figures> | undefined => FIGURES[game];
