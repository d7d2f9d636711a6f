import type { Component } from 'svelte';

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

const PAGES = byGame(import.meta.glob<HowTo>('../boards/*/learn/howto.ts', { import: 'howTo' }));

/** Fetch a game's page; null for a game that has none. */
export async function howToOf(game: string): Promise<HowTo | null> {
  return (await PAGES[game]?.()) ?? null;
}
