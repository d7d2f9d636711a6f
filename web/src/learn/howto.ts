import type { Component } from 'svelte';

import { type Lazy, lazyAll } from '../lib/lazy.svelte';
import { byGame } from './game';

/** A game on one page: what it is about, and then what one does, step by step. */
export interface HowTo {
  /** Draws what a step is about, 240 by 150. */
  readonly Picture: Component<{ step: string }>;
  /** The goal comes first. */
  readonly steps: readonly HowToStep[];
}

export interface HowToStep {
  readonly id: string;
  readonly title: () => string;
  readonly text: () => string;
}

const PAGES = byGame(lazyAll(import.meta.glob<HowTo>('../boards/*/learn/howto.ts', { import: 'howTo' })));

/** Find a game's page, if it has one. */
export const howToOf = (game: string): Lazy<HowTo> | undefined => PAGES[game];
