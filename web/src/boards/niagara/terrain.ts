/** The scenery's shapes, computed once a layout: river and banks, falls, woods. */
import type { Arm } from '../../protocol';
import { distance, line, mix, noise, type Point, polygon } from '../art/geometry';
import { pebble, ragged, ribbon } from '../art/paper';
import type { Tree } from '../art/trees';
import { BLEED, COUNTRIES } from './country';
import { curtain, type Curtain } from './falls';
import { ARMS, BRINK, FIRST_KNOT, type Plan, type PlanName, PLANS } from './layouts';
import { wood } from './wood';

/** A stone in the river, with foam behind it. */
export interface Stone extends Point {
  readonly size: number;
  /** Which way the water runs there, in radians. */
  readonly heading: number;
}

export interface Terrain {
  /** River and its banks from the outermost card inwards: a path for each paper. */
  readonly papers: readonly string[];
  readonly cliff: {
    readonly face: string;
    readonly strata: readonly string[];
    readonly edge: string;
    readonly beyond: string;
  };
  readonly curtains: readonly Curtain[];
  readonly stones: readonly Stone[];
  readonly trees: readonly Tree[];
}

/** Reach of the papers beyond the water's edge; the negative ones lie in the river. */
const REACHES = [150, 92, 50, 20, 0, -8, -28, -50];

const made = new Map<PlanName, Terrain>();

/** Get the shapes of a picture. */
export function terrain(name: PlanName): Terrain {
  const plan = PLANS[name];
  let shapes = made.get(name);
  if (!shapes) {
    shapes = {
      papers: REACHES.map((reach, i) => paper(plan, reach, i)),
      cliff: cliff(plan),
      curtains: ARMS.map((arm) => curtain(plan, arm)),
      stones: COUNTRIES[name].stones.map((stone) => stoneAt(plan, stone)),
      trees: wood(plan, (t) => breadth(plan, t)),
    };
    made.set(name, shapes);
  }
  return shapes;
}

/** Tell how far the water reaches from the middle of its course: it narrows towards the far hills of the tall picture. */
export function breadth(plan: Plan, t: number): number {
  // The arms leave the fork a little narrower, which leaves the island room for its deposits.
  const full = (plan.radius + 23) * (1 - 0.2 * Math.exp(-(((t - FIRST_KNOT - 4.6) / 0.3) ** 2)));
  if (plan.name === 'wide') return full + (t < 2 ? (2 - t) * 12 : 0);
  return t < 2.6 ? Math.max(8, full * (0.16 + 0.84 * (t / 2.6) ** 1.6)) : full;
}

function stoneAt(plan: Plan, [arm, t, across, size]: readonly [Arm, number, number, number]): Stone {
  const course = plan.courses[arm];
  const at = course.at(t);
  const heading = (course.heading(t) * Math.PI) / 180;
  const reach = breadth(plan, t) * across;
  return { x: at.x - Math.sin(heading) * reach, y: at.y + Math.cos(heading) * reach, size, heading };
}

/** Join what is cut out of a card; the parts may overlap, for all run the same way around. */
function paper(plan: Plan, reach: number, index: number): string {
  const far = (t: number): number => (plan.name !== 'wide' && t < 2.6 ? 0.15 + 0.85 * (t / 2.6) ** 1.6 : 1);
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
  return shapes.join('');
}

const plus = (a: Point, b: Point, share = 1): Point => ({ x: a.x + b.x * share, y: a.y + b.y * share });

function along(plan: Plan): { at: (units: number) => Point; long: number } {
  const [a, b] = COUNTRIES[plan.name].ledge;
  const long = distance(a, b);
  const normal = { x: -(b.y - a.y) / long, y: (b.x - a.x) / long };
  return { long, at: (units) => plus(mix(a, b, units / long), normal, ragged(units, 2.2) * 1.1) };
}

function cliff(plan: Plan): Terrain['cliff'] {
  const { drop, horizon } = COUNTRIES[plan.name];
  const edge = along(plan);
  const top: Point[] = [];
  for (let units = 0; units <= edge.long; units += 17) top.push(edge.at(units));
  const draw = noise(5);
  const layer = (share: number): Point[] =>
    top.map((at) => plus(at, drop, share + (share < 1 ? 0.1 * (draw() - 0.5) : 0)));
  const [width, height] = plan.box;
  const corners =
    plan.name === 'wide'
      ? [
          { x: width + BLEED, y: height + BLEED },
          { x: width + BLEED, y: horizon + 40 },
        ]
      : [
          { x: width + BLEED, y: height + BLEED },
          { x: -BLEED, y: height + BLEED },
        ];
  return {
    face: polygon([...top, ...layer(1).reverse()]),
    strata: [0.3, 0.62].map((share) => polygon([...layer(share), ...layer(1).reverse()])),
    edge: line(top),
    beyond: polygon([...top, ...corners]),
  };
}
