/** Where trees grow: on the high land, never over water or what people built; the same ones every time. */
import { noise, type Point } from '../art/geometry';
import type { Tree } from '../art/trees';
import { centre, type Chart, UNIT } from './chart';

/** Scatter trees, the farthest first; `dry` tells how high the land is at a point, in cells from the water. */
export function grow(map: Chart, dry: (at: Point) => number): Tree[] {
  const draw = noise(map.seed + 77);
  const kept = [...map.camps.flat(), ...map.villages, ...map.caves, ...(map.gangway ? [map.gangway] : [])].map(centre);
  const islands = isletTrees(map);
  const trees: Tree[] = [...islands];
  // A long map leaves more land above and below it in a frame that is not as long.
  const across = 8.5 + Math.max(0, (map.height - map.columns) / 2 - 2);
  const down = 5.5 + Math.max(0, (map.columns - map.height) / 2 - 2);
  const wide = (map.columns + 2 * across) * UNIT;
  const high = (map.height + 2 * down) * UNIT;
  const grid = new Map<string, Tree[]>();
  const tries = Math.min(4200, Math.round(((wide * high) / UNIT ** 2) * 5));
  for (let i = 0; i < tries; i++) {
    const at = { x: draw() * wide - across * UNIT, y: draw() * high - down * UNIT };
    const kind = draw();
    const tall = 40 + 36 * draw();
    const height = dry(at);
    // Near the rim trees stand singly, high up they close to a wood.
    if (height < 0.62 || draw() > 0.16 + (height - 0.62) * 0.42) continue;
    if (dry({ x: at.x, y: at.y - tall }) < 0.2 || dry({ x: at.x, y: at.y - tall / 2 }) < 0.3) continue;
    if (kept.some((spot) => Math.abs(spot.x - at.x) < 50 && at.y - spot.y > -40 && at.y - spot.y < 46 + tall)) continue;
    const name = `${Math.floor(at.x / 60)},${Math.floor(at.y / 60)}`;
    const around = neighbours(grid, at);
    if (around.some((tree) => (tree.x - at.x) ** 2 + ((tree.y - at.y) * 1.5) ** 2 < (tall * 0.46) ** 2)) continue;
    const tree = { ...at, kind: kind < 0.52 ? 0 : kind < 0.93 ? 1 : 2, scale: tall / 100 };
    grid.set(name, [...(grid.get(name) ?? []), tree]);
    trees.push(tree);
  }
  return trees.sort((a, b) => a.y - b.y);
}

function neighbours(grid: ReadonlyMap<string, Tree[]>, { x, y }: Point): Tree[] {
  const i = Math.floor(x / 60);
  const j = Math.floor(y / 60);
  return [-1, 0, 1].flatMap((di) => [-1, 0, 1].flatMap((dj) => grid.get(`${i + di},${j + dj}`) ?? []));
}

/** An island has a tree or two of its own. */
function isletTrees(map: Chart): Tree[] {
  const draw = noise(map.seed + 3);
  return map.rows.flatMap((line, row) =>
    [...line].flatMap((kind, column) => {
      if (kind !== 'o') return [];
      const { x, y } = centre({ column, row });
      return [
        { x: x - 8 + 6 * draw(), y: y + 4, kind: 0, scale: 0.36 + 0.08 * draw() },
        { x: x + 9, y: y + 12, kind: draw() < 0.4 ? 2 : 1, scale: 0.26 + 0.08 * draw() },
      ];
    }),
  );
}
