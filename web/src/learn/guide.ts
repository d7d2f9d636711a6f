import { byGame } from './game';
import type { Step } from './step';

/** Every game's guide; steps come in the order of their urgency. */
const GUIDES = byGame(import.meta.glob('../boards/*/learn/guide.ts', { import: 'steps' }));

/** Fetch a game's guide; it is only ever handed that game's own views, actions and events. */
export async function guideOf(game: string): Promise<readonly Step[]> {
  return ((await GUIDES[game]?.()) ?? []) as readonly Step[];
}
