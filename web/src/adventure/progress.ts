/** Remembers which scenes of each game's adventure were played to their goals on this device. */
import { load, save } from '../lib/storage';

const KEY = 'eddyline.adventure';

type Kept = Readonly<Record<string, readonly string[]>>;

/** List the scenes of a game that are done. */
export const doneOf = (game: string): readonly string[] => load<Kept>(KEY, {})[game] ?? [];

/** Be done with a scene. */
export function done(game: string, scene: string): void {
  const all = load<Kept>(KEY, {});
  save(KEY, { ...all, [game]: [...new Set([...(all[game] ?? []), scene])] });
}
