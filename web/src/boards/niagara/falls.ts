/** The falls: sheets of water bent over the edge, in the perspective of their picture. */
import { blob, line, mix, noise, type Point } from '../art/geometry';
import { pebble } from '../art/paper';
import { COUNTRIES } from './country';
import { BRINK, type Plan } from './layouts';
import type { Arm } from '../../protocol';

/** A cloud of mist, as a path; the near ones veil what goes over. */
export interface Puff {
  readonly path: string;
  readonly near: boolean;
}

export interface Curtain {
  /** Find a point of the sheet: `across` from 0 to 1 along the edge, `down` from 0 at the edge to 1 at the pool. */
  readonly at: (across: number, down: number) => Point;
  readonly sheet: string;
  /** Where the water bends, still whole and clear as glass: its papers, the deepest in the middle. */
  readonly lips: readonly string[];
  /** The light on the bend. */
  readonly gleams: readonly string[];
  readonly strands: readonly { readonly path: string; readonly tone: number }[];
  readonly froth: readonly string[];
  readonly mist: readonly Puff[];
}

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

/** Make the sheet of one arm. */
export function curtain(plan: Plan, arm: Arm): Curtain {
  const { ledge, drop, leap } = COUNTRIES[plan.name];
  const [a, b] = ledge;
  const long = Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2);
  const unit = { x: (b.x - a.x) / long, y: (b.y - a.y) / long };
  const centre = plan.courses[arm].at(BRINK);
  const half = plan.radius + 25;
  const draw = noise(arm === 'L' ? 21 : 22);

  const at = (across: number, down: number): Point => {
    const top = plus(centre, unit, half * (2 * across - 1));
    if (down <= 0) return plus(top, leap, (down * 110) / Math.max(Math.abs(leap.x), Math.abs(leap.y)));
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
  const puff = (down: number, size: number, near: boolean) => (_: unknown, i: number, all: readonly unknown[]) => {
    const across = -0.04 + ((i + 0.5) / all.length) * 1.08 + 0.08 * (draw() - 0.5);
    const r = size * (0.7 + 0.6 * draw());
    return {
      path: pebble(at(across, down + 0.1 * (draw() - 0.5)), r * 1.25, r, 80 + i * 7 + (near ? 3 : 0), 9, 0.12),
      near,
    };
  };
  const bank = (down: number, spread: number, seed: number): string => {
    const jag = noise(seed);
    const side = (sign: 1 | -1): Point[] =>
      Array.from({ length: 12 }, (_, i) =>
        at((i - 0.5) / 10, down + sign * spread * (i % 2 ? 0.5 : 1) * (0.7 + 0.6 * jag())),
      );
    return blob([...side(-1), ...side(1).reverse()]);
  };
  return {
    at,
    sheet: `${line([...fall(0), ...torn])}${line([...fall(1).reverse(), at(0, 0)]).replace('M', 'L')}Z`,
    lips: [0.25, 0.17, 0.1].map((down, i) => {
      const inset = i * 0.165;
      const place = (share: number): number => inset + share * (1 - 2 * inset);
      const edge = Array.from({ length: 15 }, (_, j) =>
        at(place(j / 14), down * (j % 2 ? 1.25 : 0.75) + 0.05 * draw()),
      );
      return `${line(edge)}${line([0, 0.5, 1].map((share) => at(place(1 - share), -0.06))).replace('M', 'L')}Z`;
    }),
    gleams: [0.05, 0.13].map((down, i) =>
      line(Array.from({ length: 7 }, (_, j) => at((i ? 0.5 : 0.1) + j * 0.055, down + (j % 2 ? 0.012 : 0)))),
    ),
    strands,
    froth: [bank(1.12, 0.3, 50), bank(1.06, 0.15, 60)],
    mist: [
      ...Array.from({ length: 6 }).map(puff(1.1, plan.name === 'wide' ? 29 : 22, false)),
      ...Array.from({ length: 5 }).map(puff(1.04, 15, true)),
    ],
  };
}

/** Name the middle of a curtain's foot, where what fell comes up again. */
export const footOf = ({ at }: Curtain): Point => mix(at(0.5, 1), at(0.5, 1.1), 0.5);
