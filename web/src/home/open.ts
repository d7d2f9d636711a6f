import { ask } from '../lib/api';
import { eager } from '../lib/eager';
import { prefer, prefs } from '../lib/prefs.svelte';
import { router } from '../lib/router.svelte';
import { seats } from '../lib/seats.svelte';
import { own } from '../lib/session.svelte';
import type { GameInfo, NewTable, Seated } from '../protocol';

/** Keep a seat we have just been given, and go there; with `alone`, the game starts as soon as we are there. */
export function enter(seated: Seated, game: string, name: string, alone: boolean): void {
  if (alone) eager.table = seated.table;
  seats.keep({ ...seated, game, name, account: own.now?.account, at: Date.now() });
  router.go(`/t/${seated.table}`);
}

/** Open a table and go there; `alone` as in `enter`. Returns which one it is. */
export async function open(wish: NewTable, alone: boolean): Promise<string> {
  const seated = await ask('POST /api/tables', { ...wish, portrait: prefs.portrait || null });
  prefer({ name: wish.name });
  enter(seated, wish.game, wish.name, alone);
  return seated.table;
}

/** Name the number of players that is proposed: four, or as near below it as the game is for. */
export const usualPlayers = (game: GameInfo): number =>
  Math.max(...game.players.filter((players) => players <= 4), game.players[0] ?? 0);
