import { openTable } from '../lib/api';
import { prefs } from '../lib/prefs.svelte';
import { router } from '../lib/router.svelte';
import { seats } from '../lib/seats.svelte';
import type { NewTable, Seated } from '../protocol';

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
