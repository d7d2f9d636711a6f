import type { Step } from './step';

/** Every game's guide; steps come in the order of their urgency. */
const GUIDES: Readonly<Record<string, () => Promise<{ steps: unknown }>>> = {
  niagara: () => import('./niagara/guide'),
  canyon: () => import('./canyon/guide'),
};

/** Fetch a game's guide; it is only ever handed that game's own views, actions and events. */
export async function guideOf(game: string): Promise<readonly Step[]> {
  return ((await GUIDES[game]?.())?.steps ?? []) as readonly Step[];
}
