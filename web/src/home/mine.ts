/** Asks the server about all tables of this browser at once, and says which of them wait for somebody. */
import { ask } from '../lib/api';
import type { HeldSeat } from '../lib/seats.svelte';
import type { MyTable } from '../protocol';

/** A table where one sits. */
export type Held = Pick<HeldSeat, 'table' | 'game' | 'name'> & {
  /** Secret of the seat; null: it is the account's, and this browser has none. */
  readonly token: string | null;
};

/** As many as the server answers at once. */
const MOST = 50;

/** Ask what goes on at these tables; rejects with an ApiError. */
export async function askAbout(held: readonly Pick<Held, 'table' | 'token'>[]): Promise<Map<string, MyTable>> {
  const tables = held.map(({ table, token }) => ({ table, token }));
  const told: MyTable[] = [];
  for (let first = 0; first < tables.length; first += MOST) {
    const part = { tables: tables.slice(first, first + MOST) };
    told.push(...(await ask('POST /api/tables/mine', part)));
  }
  return new Map(told.map((each) => [each.table, each]));
}

/** Give the seconds until a bot plays, as they were told; a turn without a clock can wait longest. */
export const total = ({ left }: MyTable): number => left?.reduce((sum, part) => sum + part, 0) ?? Infinity;

/** Seconds left after some have passed since this was told; during a vacation the clock stands still. */
export const remaining = (table: MyTable, passed: number): number =>
  total(table) - (table.vacation === null ? passed : 0);

/** Tell whether somebody has no seat at a table any more, as far as that is known. */
export const seatless = (told: MyTable | undefined): boolean =>
  told !== undefined && told.status !== 'unreachable' && told.seat === null;

const RANKS = { running: 1, open: 2, unreachable: 3, over: 4, gone: 5 } as const;

/** Put tables where it is one's turn first, those with the least time before the others; else keep the order. */
export function waitingFirst(held: readonly Held[], told: ReadonlyMap<string, MyTable>): Held[] {
  const rank = ({ table }: Held): number => {
    const known = told.get(table);
    if (!known) return RANKS.unreachable;
    return known.yours ? 0 : RANKS[known.status];
  };
  const hurry = ({ table }: Held): number => {
    const known = told.get(table);
    return known?.yours ? total(known) : 0;
  };
  const compare = (a: number, b: number): number => (a === b ? 0 : a - b);
  return [...held].sort((a, b) => compare(rank(a), rank(b)) || compare(hurry(a), hurry(b)));
}
