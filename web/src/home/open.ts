import { openTable } from '../lib/api';
import { prefs } from '../lib/prefs.svelte';
import { router } from '../lib/router.svelte';
import { seats } from '../lib/seats.svelte';
import type { GameInfo, NewTable, Seated } from '../protocol';

/** Keep a seat we have just been given, and go there. */
export function enter(seated: Seated, game: string, name: string): void {
  seats.keep({ ...seated, game, name, at: Date.now() });
  router.go(`/t/${seated.table}`);
}

/** Open a table and go there. */
export async function open(wish: NewTable): Promise<void> {
  const seated = await openTable(wish);
  prefs.set({ name: wish.name });
  enter(seated, wish.game, wish.name);
}

/** Name the number of players that is proposed: four, or as near below it as the game is for. */
export const usualPlayers = (game: GameInfo): number =>
  Math.max(...game.players.filter((players) => players <= 4), game.players[0] ?? 0);
