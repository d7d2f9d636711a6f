/** The falls: sheets of water bent over the edge, in the perspective of their picture. */
import { blob, line, mix, noise, type Point } from '../art/geometry';
import { pebble } from '../art/paper';
import { COUNTRIES } from './country';
import { BRINK, type Plan } from './layouts';
import type { Arm } from '../../protocol';

export interface Curtain {
  /** Find a point of the sheet: `across` from 0 to 1 along the edge, `down` from 0 at the edge to 1 at the pool. */
  readonly at: (across: number, down: number) => Point;
  readonly sheet: string;
  /** Where the water bends, still whole and clear as glass: the river's own papers go on in it, the deepest in the middle. */
  readonly lips: readonly string[];
  /** The light on the bend. */
  readonly gleams: readonly string[];
  readonly strands: readonly { readonly path: string; readonly tone: number }[];
  /** Foam at the foot, the far one wider. Each is one path: where its clouds meet, nothing shines through. */
  readonly froth: readonly [far: string, near: string];
  /** Mist above the foam; the near one veils what goes over. */
  readonly mist: readonly [far: string, near: string];
}

/** How far in the river its papers begin, see `terrain`. */
const PAPERS = [0, 8, 28, 50];
/** The lip begins so far above the edge, in units along or down, where the cut of the cliff is not seen yet. */
const ABOVE = 13.2;

const plus = (a: Point, b: Point, share = 1): Point => ({ x: a.x + b.x * share, y: a.y + b.y * share });

/** Cut a strand: thin where it begins, broader as it falls, torn off at the end. */
function strand(at: Curtain['at'], across: number, from: number, to: number, width: number): string {
  const shares = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const edge = (side: 1 | -1): Point[] =>
    shares.map((share) => {
      const wide = width * Math.sin(Math.PI * Math.min(0.96, 0.08 + share * 0.84)) * (0.45 + share * 0.75);
      return at(across + side * wide, from + (to - from) * share);
    });
  return blob([...edge(1), ...edge(-1).reverse()]);
}

/** Find where a bank, or a paper so far from it, meets a line across the river: units along it from its middle. */
function meeting(plan: Plan, arm: Arm, centre: Point, unit: Point, reach: number): number {
  const course = plan.courses[arm];
  let before = { past: -1, along: reach };
  for (let t = BRINK - 1; t <= BRINK + 1; t += 0.05) {
    const heading = (course.heading(t) * Math.PI) / 180;
    const at = plus(course.at(t), { x: -Math.sin(heading), y: Math.cos(heading) }, reach);
    const x = at.x - centre.x;
    const y = at.y - centre.y;
    const here = { past: Math.abs(unit.y) > Math.abs(unit.x) ? x : y, along: x * unit.x + y * unit.y };
    if (here.past >= 0) return before.along + ((here.along - before.along) * before.past) / (before.past - here.past);
    before = here;
  }
  return reach;
}

/** Make the sheet of one arm. */
export function curtain(plan: Plan, arm: Arm): Curtain {
  const { ledge, drop, leap } = COUNTRIES[plan.name];
  const [a, b] = ledge;
  const long = Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2);
  const unit = { x: (b.x - a.x) / long, y: (b.y - a.y) / long };
  const centre = plan.courses[arm].at(BRINK);
  const reach = plan.radius + 23;
  /** The papers' ends along a line across the river, the outermost first. */
  const endsAt = (middle: Point): number[][] =>
    PAPERS.map((inset) =>
      [inset - reach, reach - inset].map((side) => meeting(plan, arm, middle, unit, side)).sort((p, q) => p - q),
    );
  const ends = endsAt(centre);
  const [from = 0, to = 0] = ends[0] ?? [];
  /** Where the lips begin: there they lie on the river's papers, which may come to the edge at a slant. */
  const above = plus(centre, leap, -ABOVE / Math.max(Math.abs(leap.x), Math.abs(leap.y)));
  const begins = endsAt(above);
  const draw = noise(arm === 'L' ? 21 : 22);
  const wide = plan.name === 'wide';

  const at = (across: number, down: number): Point => {
    const top = plus(centre, unit, from + (to - from) * across);
    const foot = plus(plus(top, drop, 1.06), unit, 30 * (across - 0.5));
    const bend = plus(top, leap);
    const near = plus(foot, drop, -0.42);
    const up = 1 - down;
    const weigh = (p: number, q: number, r: number, s: number): number =>
      up ** 3 * p + 3 * up ** 2 * down * q + 3 * up * down ** 2 * r + down ** 3 * s;
    return { x: weigh(top.x, bend.x, near.x, foot.x), y: weigh(top.y, bend.y, near.y, foot.y) };
  };
  const row = (down: (i: number) => number, count = 14): Point[] =>
    Array.from({ length: count + 1 }, (_, i) => at(i / count, down(i)));
  const fall = (across: number): Point[] => [0, 0.15, 0.3, 0.5, 0.7, 0.86].map((down) => at(across, down));
  const torn = row((i) => 0.94 + (i % 2 ? 0.16 : 0) + 0.06 * draw());
  const strands = Array.from({ length: 17 }, (_, i) => {
    const from = 0.06 + 0.42 * draw() ** 1.6;
    return {
      path: strand(
        at,
        (i + 0.2 + 0.6 * draw()) / 17,
        from,
        Math.min(1.08, from + 0.5 + 0.5 * draw()),
        0.02 + 0.03 * draw(),
      ),
      tone: Math.floor(draw() * 4),
    };
  });
  /** Heap clouds up along the foot, as one path. */
  const heap = (count: number, down: number, size: number, seed: number): string =>
    Array.from({ length: count }, (_, i) => {
      const across = -0.05 + ((i + 0.5) / count) * 1.1 + 0.06 * (draw() - 0.5);
      const r = size * (0.72 + 0.5 * draw());
      return pebble(at(across, down + 0.1 * (draw() - 0.5)), r * 1.2, r, seed + i * 7, 9, 0.1);
    }).join('');
  return {
    at,
    sheet: `${line([...fall(0), ...torn])}${line([...fall(1).reverse(), at(0, 0)]).replace('M', 'L')}Z`,
    lips: ends.map(([left = 0, right = 0], i) => {
      const place = (share: number): number => (left + (right - left) * share - from) / (to - from);
      const down = [0.34, 0.27, 0.19, 0.11][i] ?? 0;
      const edge = Array.from({ length: 13 }, (_, j) => at(place(j / 12), down * (j % 2 ? 1.28 : 0.8) + 0.05 * draw()));
      const [first = 0, last = 0] = begins[i] ?? [];
      const begin = [1, 0.5, 0].map((share) => plus(above, unit, first + (last - first) * share));
      return `${line(edge)}${line(begin).replace('M', 'L')}Z`;
    }),
    gleams: [0.05, 0.13].map((down, i) =>
      line(Array.from({ length: 7 }, (_, j) => at((i ? 0.5 : 0.1) + j * 0.055, down + (j % 2 ? 0.012 : 0)))),
    ),
    strands,
    froth: [heap(9, 1.16, wide ? 27 : 21, 50), heap(10, 1.06, wide ? 17 : 14, 60)],
    mist: [heap(7, 1.08, wide ? 25 : 20, 80), heap(7, 1.03, 15, 83)],
  };
}

/** Name the middle of a curtain's foot, where what fell comes up again. */
export const footOf = ({ at }: Curtain): Point => mix(at(0.5, 1), at(0.5, 1.1), 0.5);
