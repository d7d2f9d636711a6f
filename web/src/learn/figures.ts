import type { Figures } from './figure';

const FIGURES: Readonly<Record<string, () => Promise<{ figures: Figures }>>> = {
  niagara: () => import('./niagara/figures'),
  canyon: () => import('./canyon/figures'),
};

/** Fetch a game's figures. */
export async function figuresOf(game: string): Promise<Figures> {
  return (await FIGURES[game]?.())?.figures ?? {};
}
