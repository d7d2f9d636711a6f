import type { Figures } from './figure';
import { byGame } from './game';

const FIGURES = byGame(import.meta.glob<Figures>('../boards/*/learn/figures.ts', { import: 'figures' }));

/** Fetch a game's figures. */
export async function figuresOf(game: string): Promise<Figures> {
  return (await FIGURES[game]?.()) ?? {};
}
