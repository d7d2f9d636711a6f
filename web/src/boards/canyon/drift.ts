/** What the current would do to a canoe that missed its bid: drawn as arrows, so that nobody is surprised. */
import { type Chart, same } from './chart';
import type { Afloat } from './places';
import type { Cell } from '../../protocol';

export interface Pushed {
  readonly seat: number;
  readonly start: Cell;
  readonly end: Cell;
}

/** Follow the push from one canoe to the next: the canoe itself first; empty where it is not in the rapids. */
export function pushes(map: Chart, canoes: readonly Afloat[], seat: number): Pushed[] {
  const chain: Pushed[] = [];
  let canoe = canoes.find((each) => each.seat === seat);
  while (canoe?.cell && chain.length < canoes.length) {
    const start = canoe.cell;
    const flow = map.rapids.find((cell) => same(cell, start))?.flow;
    if (!flow) break;
    const end = { column: start.column + flow[0], row: start.row + flow[1] };
    chain.push({ seat: canoe.seat, start, end });
    canoe = canoes.find((each) => each.cell && same(each.cell, end));
  }
  return chain;
}
