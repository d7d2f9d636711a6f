/** Finds who played a game that one at a table goes on from, as far as whoever looks here may know it. */
import { lazy, type Lazy } from '../lib/lazy.svelte';
import { record } from '../lib/record';
import { placeHere } from '../lib/router.svelte';
import { load, save } from '../lib/storage';
import type { TableInfo } from '../protocol';

type Known = Pick<TableInfo, 'id' | 'origin' | 'game' | 'seats'>;

/** Of each game that was asked for, who played it; several places of a page say so. */
const asked = new Map<string, Lazy<readonly string[] | null>>();

/** Return the names of a game's players by seat, once they are there; null: it is not to be looked at here, another one
 * than the host of this table said, or one that no server has and whose names nobody has sent. */
export function namesBefore({ id, origin, game, seats }: Known): Lazy<readonly string[] | null> {
  const table = origin?.table ?? null;
  const key = `${table ?? id} ${game} ${seats.length}`;
  let found = asked.get(key);
  if (!found) {
    const ask =
      table === null ? async () => Promise.resolve(sent(id, seats.length)) : () => told(table, game, seats.length);
    asked.set(key, (found = lazy(ask)));
  }
  return found;
}

/** The record is what the server keeps from those who may not look at a game, so the names are taken from there. */
async function told(table: string, game: string, seats: number): Promise<readonly string[] | null> {
  try {
    const [header = ''] = (await (await record(table)).text()).split('\n', 1);
    const { game: played, players } = JSON.parse(header) as { game: unknown; players: readonly string[] };
    return played === game && players.length === seats ? players : null;
  } catch {
    return null;
  }
}

const KEY = 'eddyline.before';
const KEPT = 30;
const LONGEST = 24;

/** Names and, for the host, bots by table, those that came last in front. */
type Kept = readonly (readonly [table: string, names: readonly string[], bots?: readonly (string | null)[]])[];

/** Keep who played the game that a table goes on from, which the server is not told of a line or a file, and which bots. */
export function keepPlayers(table: string, names: readonly string[], bots?: readonly (string | null)[]): void {
  const others = load<Kept>(KEY, []).filter(([other]) => other !== table);
  save(KEY, [[table, names, bots] as const, ...others].slice(0, KEPT));
}

const keptOf = (table: string): Kept[number] | undefined => load<Kept>(KEY, []).find(([other]) => other === table);
const keptNames = (table: string): readonly string[] | undefined => keptOf(table)?.[1];

/** Which bots played the game that a table goes on from, by seat; none for whoever did not open the table. */
export const botsBefore = (table: string): readonly (string | null)[] => keptOf(table)?.[2] ?? [];

/** The place that the link to a table names, to tell the names to whoever is invited: nobody stores them but they. */
export function placeOf({ id, origin }: Pick<TableInfo, 'id' | 'origin'>): string {
  const names = origin?.table === null ? keptNames(id) : undefined;
  return names ? `#${encodeURIComponent(JSON.stringify(names))}` : '';
}

function sent(table: string, seats: number): readonly string[] | null {
  const kept = keptNames(table);
  if (kept?.length === seats) return kept;
  try {
    const names: unknown = JSON.parse(placeHere());
    if (!Array.isArray(names) || names.length !== seats || !names.every(isName)) return null;
    keepPlayers(table, names);
    return names;
  } catch {
    return null;
  }
}

const isName = (name: unknown): name is string =>
  typeof name === 'string' && name.trim() !== '' && name.length <= LONGEST;
