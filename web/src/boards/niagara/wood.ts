/** Where trees grow: scattered over the ground that nothing else uses, the same ones every time. */
import { distance, noise, type Point } from '../art/geometry';
import type { Tree } from '../art/trees';
import { COUNTRIES } from './country';
import { ARMS, BRINK, type Plan } from './layouts';

interface Water extends Point {
  /** How far the water reaches around this point. */
  readonly reach: number;
}

/** Scatter the trees of a plan, the farthest first; `breadth` tells how far the water reaches along its course. */
export function wood(plan: Plan, breadth: (t: number) => number): Tree[] {
  const water = ARMS.flatMap((arm) =>
    Array.from({ length: BRINK * 4 }, (_, i): Water => ({ ...plan.courses[arm].at(i / 4), reach: breadth(i / 4) })),
  );
  const draw = noise(77);
  const trees: Tree[] = [];
  for (const { from, to, count, size } of COUNTRIES[plan.name].wood) {
    for (let i = 0; i < count; i++) {
      const near = draw();
      const at = { x: from.x + (to.x - from.x) * draw(), y: from.y + (to.y - from.y) * near };
      const kind = draw();
      const tall = size[0] + (size[1] - size[0]) * (0.6 * near + 0.4 * draw());
      if (dry(plan, at) && free(plan, at, tall, water) && trees.every((tree) => apart(tree, at, tall))) {
        trees.push({ ...at, kind: kind < 0.5 ? 0 : kind < 0.86 ? 1 : 2, scale: tall / 100 });
      }
    }
  }
  return trees.sort((a, b) => a.y - b.y);
}

function apart(tree: Tree, at: Point, tall: number): boolean {
  return distance({ x: tree.x, y: tree.y * 1.5 }, { x: at.x, y: at.y * 1.5 }) > tall * 0.17;
}

/** Trees stand clear of the falls' edge and the pool below it. */
function dry(plan: Plan, at: Point): boolean {
  const { ledge, farBank } = COUNTRIES[plan.name];
  const past = plan.name === 'wide' ? at.x - ledge[0].x + 34 : at.y - ledge[0].y + 16;
  return past < 0 || past > farBank(at.y);
}

/** Neither foot nor top hides water, deposits, beach or cabin. */
function free(plan: Plan, at: Point, tall: number, water: readonly Water[]): boolean {
  const { centre, rx, ry } = plan.dock;
  const { cabin } = COUNTRIES[plan.name];
  if (Math.abs(at.x - cabin.x) < 74 && at.y > cabin.y - 10 && at.y - tall < cabin.y) return false;
  return [0, 0.5, 1].every((share) => {
    const spot = { x: at.x, y: at.y - tall * share };
    return (
      ((spot.x - centre.x) / (rx + 26)) ** 2 + ((spot.y - centre.y) / (ry + 24)) ** 2 > 1 &&
      plan.deposits.every((site) => ((spot.x - site.x) * 0.8) ** 2 + (spot.y - site.y) ** 2 > 84 ** 2) &&
      water.every((drop) => distance(spot, drop) > drop.reach + 12 + tall * 0.16)
    );
  });
}
