/** Finds who played a game that one at a table goes on from, as far as the server shows it to whoever looks here. */
import { lazy, type Lazy } from '../lib/lazy.svelte';
import { record } from '../lib/record';
import type { TableInfo } from '../protocol';

/** Of each game that was asked for, who played it; several places of a page say so. */
const asked = new Map<string, Lazy<readonly string[] | null>>();

/** Return the names of a game's players by seat, once they are there; null: it is not to be looked at here, or another
 * one than the host of this table said. */
export function namesBefore({
  origin,
  game,
  seats,
}: Pick<TableInfo, 'origin' | 'game' | 'seats'>): Lazy<readonly string[] | null> {
  const key = `${origin?.table} ${game} ${seats.length}`;
  let found = asked.get(key);
  if (!found) asked.set(key, (found = lazy(() => ask(origin?.table ?? null, game, seats.length))));
  return found;
}

/** The record is what the server keeps from those who may not look at a game, so the names are taken from there. */
async function ask(table: string | null, game: string, seats: number): Promise<readonly string[] | null> {
  if (table === null) return null;
  try {
    const [header = ''] = (await (await record(table)).text()).split('\n', 1);
    const { game: played, players } = JSON.parse(header) as { game: unknown; players: readonly string[] };
    return played === game && players.length === seats ? players : null;
  } catch {
    return null;
  }
}
