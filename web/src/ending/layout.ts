/** Lays out the lines of a game's course in a box. */
import type { Line } from './course';

export interface Laid {
  /** By seat: through its values, the best above. */
  readonly paths: readonly string[];
  /** By seat: how far down its name stands at the end of its line. */
  readonly ends: readonly number[];
  /** Lines of the scale. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const MOST_TICKS = 5;

/** Lay a line out; those of seats that stand alike run beside each other, `apart` wide, and so do their names, `names` high: who
 * came before the other stands above. */
export function layOut(
  { measure, seats }: Line,
  width: number,
  height: number,
  apart: number,
  names: number,
  ranking: readonly number[] | null = null,
): Laid {
  const values = seats.flat();
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = STEPS.find((each) => (most - least) / each <= MOST_TICKS) ?? 1000;
  const low = Math.floor(least / step) * step;
  const high = Math.max(low + step, Math.ceil(most / step) * step);
  const y = (value: number): number => {
    const share = (value - low) / (high - low);
    return height * (measure.best === 'most' ? 1 - share : share);
  };
  const last = Math.max(1, (seats[0]?.length ?? 1) - 1);
  const own = seats.map((line, seat) => {
    const aside = (seat - (seats.length - 1) / 2) * apart;
    return line.map((value, i) => ({ x: (i / last) * width, y: y(value) + aside }));
  });
  const end = (seat: number): number => y(seats[seat]?.at(-1) ?? 0);
  const rank = (seat: number): number => ranking?.[seat] ?? 0;
  return {
    paths: own.map((points) => `M${points.map(({ x, y: down }) => `${x.toFixed(1)} ${down.toFixed(1)}`).join('L')}`),
    ends: spread(
      own.map((points) => points.at(-1)?.y ?? 0),
      names,
      height,
      (one, other) => end(one) - end(other) || rank(one) - rank(other),
    ),
    ticks: Array.from({ length: (high - low) / step + 1 }, (_, i) => low + i * step).map((value) => ({
      value,
      y: y(value),
    })),
  };
}

/** Move places apart that are nearer to each other than `gap`, none farther than it has to be; all stay from 0 to `height`,
 * where there is room for all. Those that are as far down keep the order that they have. */
export function spread(
  places: readonly number[],
  gap: number,
  height: number,
  above: (one: number, other: number) => number = (one, other) => (places[one] ?? 0) - (places[other] ?? 0),
): number[] {
  const order = places.map((place, i) => ({ place, i })).sort((one, other) => above(one.i, other.i) || one.i - other.i);
  // Neighbours that touch become one block, which lies around the middle of where they would be.
  const blocks: { middle: number; members: number[] }[] = [];
  for (const { place, i } of order) {
    let block = { middle: place, members: [i] };
    for (let before = blocks.at(-1); before; before = blocks.at(-1)) {
      const room = ((before.members.length + block.members.length) / 2) * gap;
      if (block.middle - before.middle >= room) break;
      const size = before.members.length + block.members.length;
      const middle = (before.middle * before.members.length + block.middle * block.members.length) / size;
      block = { middle, members: [...before.members, ...block.members] };
      blocks.pop();
    }
    blocks.push(block);
  }
  const found = [...places];
  for (const { middle, members } of blocks) {
    members.forEach((i, nth) => (found[i] = middle + (nth - (members.length - 1) / 2) * gap));
  }
  // What would jut over an edge pushes the others before it.
  order.forEach(({ i }, nth) => (found[i] = Math.max(found[i] ?? 0, nth * gap)));
  order.toReversed().forEach(({ i }, nth) => (found[i] = Math.min(found[i] ?? 0, height - nth * gap)));
  return found;
}
