/** Takes in saved games that somebody opens. */
import { catalogue } from '../boards';
import { games } from '../lib/games.svelte';
import { router } from '../lib/router.svelte';
import { textOf } from '../lib/text';
import type { GameInfo } from '../protocol';
import { opened } from './begun';
import { botsHere } from './bots';
import { explained } from './troubles';

/** List the games that can be played here, with the bots that can. */
export const playable = (): GameInfo[] =>
  games.here
    .filter((info) => botsHere(info).length > 0 && catalogue.some(({ id }) => id === info.id))
    .map((info) => ({ ...info, bots: botsHere(info), thinkers: [] }));

/** Open the game of a file and go there; return what is wrong with it, or nothing. */
export async function takeFile(file: File): Promise<string> {
  try {
    router.go(`/offline/${await opened(await textOf(file), playable())}`);
    return '';
  } catch (error) {
    return explained(error);
  }
}
