import type { Figures } from './figure';
import { gameIn } from './game';

const FIGURES = Object.fromEntries(
  Object.entries(import.meta.glob<Figures>('../boards/*/learn/figures.ts', { import: 'figures' })).map(
    ([path, load]) => [gameIn(path, 2), load],
  ),
);

/** Fetch a game's figures. */
export async function figuresOf(game: string): Promise<Figures> {
  return (await FIGURES[game]?.()) ?? {};
}
