/** Follows the part of the list that the server shows. */
import type { ListChanged, Listing } from '../protocol';

/** Give the rows as they are after a change. */
export function changed(rows: readonly Listing[], { gone, placed }: ListChanged): readonly Listing[] {
  const moved = new Set([...gone, ...placed.map(({ row }) => row.id)]);
  const after = rows.filter(({ id }) => !moved.has(id));
  for (const { at, row } of placed) after.splice(at, 0, row);
  return after;
}

/** Name the part of a list to ask for, as a window shows the rows from `top` on: a page before and two after. */
export const STEP = 25;
export const part = (top: number): number => Math.max(0, (Math.floor(top / STEP) - 1) * STEP);
