/** The scenery's shapes, computed once a layout: river and banks, falls, woods. */
import type { Arm } from '../../protocol';
import { blob, distance, line, mix, noise, type Point, polygon, xy } from '../art/geometry';
import { pebble, ragged, ribbon } from '../art/paper';
import { ARMS, BRINK, FIRST_KNOT, type Layout, type Plan, PLANS } from './layouts';
import { type Tree, wood } from './wood';

/** A ball of foam. */
export interface Puff extends Point {
  readonly r: number;
  readonly near: boolean;
}

export interface Terrain {
  /** River and its banks from the outermost card inwards: one path list for each paper. */
  readonly papers: readonly (readonly string[])[];
  readonly ripples: readonly string[];
  readonly cliff: {
    readonly face: string;
    readonly strata: readonly string[];
    readonly edge: string;
    readonly beyond: string;
  };
  readonly curtains: readonly {
    readonly strips: readonly { path: string; tone: number }[];
    readonly foot: readonly Point[];
    readonly lip: string;
    readonly puffs: readonly Puff[];
  }[];
  readonly trees: readonly Tree[];
}

/** Reach of the papers beyond the water's edge; the negative ones lie in the river. */
const REACHES = [150, 92, 50, 20, 0, -8, -28];

const made = new Map<Layout, Terrain>();

/** Get the shapes of a layout. */
export function terrain(layout: Layout): Terrain {
  const plan = PLANS[layout];
  let shapes = made.get(layout);
  if (!shapes) {
    shapes = {
      papers: REACHES.map((reach, i) => paper(plan, reach, i)),
      ripples: ARMS.flatMap((arm) => ripples(plan, arm)),
      cliff: cliff(plan),
      curtains: ARMS.map((arm) => curtain(plan, arm)),
      trees: wood(plan, (t) => breadth(plan, t)),
    };
    made.set(layout, shapes);
  }
  return shapes;
}

/** Tell how far the water reaches from the middle of its course: it narrows towards the far hills of the tall picture. */
function breadth(plan: Plan, t: number): number {
  // The arms leave the fork a little narrower, which leaves the island room for its deposits.
  const full = (plan.radius + 23) * (1 - 0.2 * Math.exp(-(((t - FIRST_KNOT - 4.6) / 0.3) ** 2)));
  if (plan.name === 'wide') return full + (t < 2 ? (2 - t) * 12 : 0);
  return t < 2.6 ? Math.max(8, full * (0.16 + 0.84 * (t / 2.6) ** 1.6)) : full;
}

function paper(plan: Plan, reach: number, index: number): string[] {
  const far = (t: number): number => (plan.name === 'tall' && t < 2.6 ? 0.15 + 0.85 * (t / 2.6) ** 1.6 : 1);
  const shapes = ARMS.map((arm) =>
    ribbon(
      plan.courses[arm],
      0,
      BRINK + 0.6,
      (t) => Math.max(2, breadth(plan, t) + reach * far(t)),
      reach > 0 ? 1 : 0.6,
    ),
  );
  if (reach > 0) {
    // Each deposit lies in a clearing of its own.
    plan.deposits.forEach((at, site) =>
      shapes.push(pebble(at, 76 + reach * 0.36, 48 + reach * 0.34, site * 7 + index, 11, 0.05)),
    );
    const { centre, rx, ry } = plan.dock;
    shapes.push(pebble(centre, rx + reach * 0.5 - 10, ry + reach * 0.32 - 10, 40 + index, 14, 0.05));
  }
  return shapes;
}

function ripples(plan: Plan, arm: Arm): string[] {
  const course = plan.courses[arm];
  const draw = noise(arm === 'L' ? 11 : 12);
  const from = arm === 'L' ? 0.6 : FIRST_KNOT + 4.3;
  const lines: string[] = [];
  for (let t = from; t < BRINK - 0.2; t += 0.2) {
    const side = (draw() - 0.5) * 2;
    const reach = breadth(plan, t) * 0.84 * side;
    const long = 0.12 + draw() * 0.16;
    if (t < 2.8 && plan.name === 'tall') continue;
    lines.push(
      line(
        [0, 0.33, 0.67, 1].map((share) => {
          const at = course.at(t + long * share);
          const angle = (course.heading(t + long * share) * Math.PI) / 180;
          return { x: at.x - Math.sin(angle) * reach, y: at.y + Math.cos(angle) * reach };
        }),
      ),
    );
  }
  return lines;
}

const plus = (a: Point, b: Point, share = 1): Point => ({ x: a.x + b.x * share, y: a.y + b.y * share });

function along(plan: Plan): { at: (units: number) => Point; long: number } {
  const [a, b] = plan.ledge;
  const long = distance(a, b);
  const normal = { x: -(b.y - a.y) / long, y: (b.x - a.x) / long };
  return { long, at: (units) => plus(mix(a, b, units / long), normal, ragged(units, 2.2) * 1.1) };
}

function cliff(plan: Plan): Terrain['cliff'] {
  const edge = along(plan);
  const top: Point[] = [];
  for (let units = 0; units <= edge.long; units += 17) top.push(edge.at(units));
  const draw = noise(5);
  const layer = (share: number): Point[] =>
    top.map((at) => plus(at, plan.drop, share + (share < 1 ? 0.1 * (draw() - 0.5) : 0)));
  const [width, height] = plan.box;
  const corners =
    plan.name === 'wide'
      ? [
          { x: width + plan.bleed, y: height + plan.bleed },
          { x: width + plan.bleed, y: plan.horizon + 40 },
        ]
      : [
          { x: width + plan.bleed, y: height + plan.bleed },
          { x: -plan.bleed, y: height + plan.bleed },
        ];
  return {
    face: polygon([...top, ...layer(1).reverse()]),
    strata: [0.3, 0.62].map((share) => polygon([...layer(share), ...layer(1).reverse()])),
    edge: line(top),
    beyond: polygon([...top, ...corners]),
  };
}

function curtain(plan: Plan, arm: Arm): Terrain['curtains'][number] {
  const [a, b] = plan.ledge;
  const long = distance(a, b);
  const unit = { x: (b.x - a.x) / long, y: (b.y - a.y) / long };
  const centre = plan.courses[arm].at(BRINK);
  const half = plan.radius + 25;
  const count = 13;
  const draw = noise(arm === 'L' ? 21 : 22);
  const tops = Array.from({ length: count + 1 }, (_, i) => plus(centre, unit, half * ((2 * i) / count - 1)));
  const feet = tops.map((top, i) =>
    plus(plus(top, plan.drop, 1.02 + (i % 2 ? 0.16 : 0) + draw() * 0.08), unit, (i - count / 2) * 1.2),
  );
  const strips = tops.slice(0, -1).map((top, i) => {
    const next = tops[i + 1] as Point;
    const foot = feet[i] as Point;
    const nextFoot = feet[i + 1] as Point;
    const curve = (from: Point, to: Point): string =>
      `C${xy(plus(from, plan.leap))} ${xy(plus(to, plan.drop, -0.42))} ${xy(to)}`;
    const back = (from: Point, to: Point): string =>
      `C${xy(plus(from, plan.drop, -0.42))} ${xy(plus(to, plan.leap))} ${xy(to)}`;
    const tip = plus(mix(foot, nextFoot, 0.5), plan.drop, 0.14);
    return {
      path: `M${xy(top)}${curve(top, foot)}Q${xy(tip)} ${xy(nextFoot)}${back(nextFoot, next)}Z`,
      tone: (i * 7 + (arm === 'L' ? 0 : 2)) % 4,
    };
  });
  const puffs = [false, true].flatMap((near) =>
    feet
      .filter((_, i) => near === i % 2 > 0)
      .map((foot) => ({
        ...plus(plus(foot, plan.drop, near ? 0.2 : 0.3 + 0.16 * draw()), unit, 14 * (draw() - 0.5)),
        r: near ? 8 + 7 * draw() : 15 + 13 * draw(),
        near,
      })),
  );
  return { strips, foot: feet, lip: line(tops), puffs };
}

/** Outline the foam that gathers where the falls hit the pool: a bank around `points`, `reach` wide towards `heading`. */
export function froth(points: readonly Point[], heading: Point, reach: number, seed: number): string {
  const draw = noise(seed);
  const long = Math.hypot(heading.x, heading.y);
  const unit = { x: heading.x / long, y: heading.y / long };
  const bank = (side: 1 | -1): Point[] =>
    points.map((at, i) => plus(at, unit, side * reach * (i % 2 ? 0.45 : 0.95) * (0.8 + 0.4 * draw())));
  return blob([...bank(-1), ...bank(1).reverse()]);
}
