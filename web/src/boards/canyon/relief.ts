/** The landscape of a map: sheets of paper cut along equal heights, water between them, and what grows on top. */
import { noise, type Point, polygon } from '../art/geometry';
import type { Tree } from '../art/trees';
import { BLEED, centre, type Chart, type Step, UNIT } from './chart';
import { below, distances, type Field, hills, reshape, sample, soften } from './field';
import { grow } from './wood';

export interface Relief {
  /** Where the water is shallow, deeper, deepest. */
  readonly shoals: readonly string[];
  /** White water, and the darker run in its middle. */
  readonly rapids: readonly string[];
  /** The depth beyond the edge of the falls and in pools; and the foam torn around a pool, a band. */
  readonly depth: string;
  readonly rim: string;
  /** Foam that drifts away below the falls. */
  readonly streaks: readonly string[];
  /** Foam that turns in a pool, the outermost first. */
  readonly swirls: readonly string[];
  /** Where each sheet of land is cut open, the lowest first; beyond these shapes it is whole. */
  readonly sheets: readonly string[];
  /** Tells how far a point lies from the water, in cells; negative on it. */
  readonly shore: (at: Point) => number;
  readonly trees: readonly Tree[];
  readonly stones: readonly (Point & { readonly size: number; readonly seed: number })[];
}

/** Height at which each sheet begins, in cells from the water: sand, three strata, then meadow, wood and high wood. */
const HEIGHTS = [0.04, 0.2, 0.38, 0.58, 0.8, 1.25, 2.1] as const;

const made = new WeakMap<Chart, Relief>();

/** Get the landscape of a map; made once. */
export function relief(map: Chart): Relief {
  let shapes = made.get(map);
  if (!shapes) made.set(map, (shapes = make(map)));
  return shapes;
}

function make(map: Chart): Relief {
  const left = -BLEED;
  const width = map.columns + 2 * BLEED;
  const height = map.height + 2 * BLEED;
  const measure = (inside: (x: number, y: number) => boolean): Field => distances(left, -BLEED, width, height, inside);

  const falls = [...map.falls.flatMap((cell) => beyond(map, cell, cell.flow)), ...map.pools.flat()];
  const abyss = shape(falls);
  const rough = [...map.rapids, ...falls];

  const shore = measure(rounded(shape([...rough, ...map.calm, ...map.starts, ...map.villages])));
  const wide = soften(shore, 12);
  const flat = soften(measure(clearing(map)), 8);
  const swell = hills(map.seed, 2.3);
  const crumple = hills(map.seed + 1, 0.62);
  const land = reshape(shore, (near, x, y) => {
    const far = sample(wide, x, y);
    const share = Math.min(1, Math.max(0, near) / 0.9);
    const high = near + (far - near) * share + 0.06 * crumple(x, y) + 0.24 * share * swell(x, y);
    return Math.min(
      high,
      0.3 + Math.max(0, sample(flat, x, y) + 0.16 * swell(y, x) + 0.1) * 0.9 + 0.04 * crumple(y, x),
    );
  });
  const bed = reshape(wide, (value, x, y) => value + 0.1 * swell(x + 9, y) + 0.03 * crumple(x, y));
  const white = measure(rounded(shape(rough)));
  const run = reshape(soften(white, 3), (value, x, y) => value + 0.2 * crumple(x, y) + 0.16 * swell(x, y));
  const fall = soften(
    measure((x, y) => abyss(Math.floor(x), Math.floor(y))),
    4,
  );
  const dry = (at: Point): number => sample(land, at.x / UNIT, at.y / UNIT);
  const bank = (at: Point): number => sample(shore, at.x / UNIT, at.y / UNIT);
  return {
    shoals: [-0.14, -0.34, -0.72].map((level) => below(bed, level, UNIT)),
    rapids: [0.3, 0.02, -0.3].map((level) => below(run, level, UNIT)),
    depth: below(fall, 0.02, UNIT),
    rim: map.pools.length > 0 ? rim(map, measure) : '',
    streaks: map.falls.flatMap((cell, i) => streaks(cell, cell.flow, i)),
    swirls: map.pools.flatMap(swirl),
    sheets: HEIGHTS.map((level) => below(land, level, UNIT)),
    shore: bank,
    trees: grow(map, dry),
    stones: stones(map, bank),
  };
}

/** List a space of the falls, and the way the river goes on from it when nothing else is drawn there. */
function beyond(map: Chart, cell: { column: number; row: number }, [dx, dy]: Step): { column: number; row: number }[] {
  const cells = [];
  let { column, row } = cell;
  for (let i = 0; i <= BLEED; i++, column += dx, row += dy) {
    const kind = map.rows[row]?.[column];
    if (kind !== undefined && kind !== 'W' && !(kind === '#' && i > 0)) break;
    cells.push({ column, row });
    // Inside the map the pool below the falls is short; beyond its edge the river runs on.
    if (kind === '#' && i > 1) break;
  }
  return cells;
}

/** Tells whether a shape has the cell in this column and row. */
type Shape = (column: number, row: number) => boolean;

function shape(cells: readonly { column: number; row: number }[]): Shape {
  const name = (column: number, row: number): number => (row + 64) * 256 + column + 64;
  const has = new Set(cells.map(({ column, row }) => name(column, row)));
  return (column, row) => has.has(name(column, row));
}

/** Round the corners of a shape made of cells; where only corners touch, a strait joins them. */
function rounded(has: Shape): (x: number, y: number) => boolean {
  return (x, y) => {
    const i = Math.floor(x - 0.5);
    const j = Math.floor(y - 0.5);
    const u = x - 0.5 - i;
    const v = y - 0.5 - j;
    const nw = has(i, j);
    const ne = has(i + 1, j);
    const sw = has(i, j + 1);
    const se = has(i + 1, j + 1);
    const count = Number(nw) + Number(ne) + Number(sw) + Number(se);
    if (count === 0) return false;
    if (count === 4) return true;
    const near = (du: number, dv: number): boolean => du * du + dv * dv < 0.25;
    if ((nw && near(u, v)) || (ne && near(1 - u, v)) || (sw && near(u, 1 - v)) || (se && near(1 - u, 1 - v)))
      return true;
    if ((nw && ne && v < 0.5) || (sw && se && v > 0.5) || (nw && sw && u < 0.5) || (ne && se && u > 0.5)) return true;
    // A single closed corner is round; where only two corners of water touch, a strait joins them.
    if (count === 3) return (u - Number(!ne || !se)) ** 2 + (v - Number(!sw || !se)) ** 2 > 0.2;
    return (nw && se && Math.abs(u - v) < 0.24) || (ne && sw && Math.abs(u + v - 1) < 0.24);
  };
}

/** Where people live the land is low: the camp with its totem, the village, the cave and the gangway. */
function clearing(map: Chart): (x: number, y: number) => boolean {
  const camp = shape(map.camps.flat());
  const spots = [
    ...map.villages.map((cell) => ({ ...cell, reach: 1.15 })),
    ...map.caves.map((cell) => ({ ...cell, reach: 0.35 })),
    ...(map.gangway ? [{ ...map.gangway, reach: 0.5 }] : []),
  ];
  return (x, y) =>
    camp(Math.floor(x), Math.floor(y)) ||
    spots.some(({ column, row, reach }) => (x - column - 0.5) ** 2 + (y - row - 0.5) ** 2 < reach ** 2);
}

/** Tear foam along the edge of the pools. */
function rim(map: Chart, measure: (inside: (x: number, y: number) => boolean) => Field): string {
  const pools = shape(map.pools.flat());
  const near = soften(
    measure((x, y) => pools(Math.floor(x), Math.floor(y))),
    4,
  );
  const frayed = hills(map.seed + 2, 0.19);
  const outer = reshape(near, (value, x, y) => value + 0.1 * frayed(x, y));
  const inner = reshape(near, (value, x, y) => value + 0.11 * frayed(x + 40, y));
  return below(outer, 0.13, UNIT) + below(inner, -0.06, UNIT);
}

/** Wind three arms of foam into the middle of a pool. */
function swirl(pool: readonly { column: number; row: number }[]): string[] {
  const spots = pool.map(centre);
  const x = spots.reduce((sum, at) => sum + at.x, 0) / spots.length;
  const y = spots.reduce((sum, at) => sum + at.y, 0) / spots.length;
  const size = (Math.sqrt(spots.length) * UNIT) / 2;
  return [0, 1, 2].map((arm) => {
    const along = Array.from({ length: 26 }, (_, i) => {
      const share = i / 25;
      const angle = arm * ((2 * Math.PI) / 3) + share * 4.4;
      const reach = size * (0.86 - 0.74 * share);
      return { x: x + Math.cos(angle) * reach, y: y + Math.sin(angle) * reach };
    });
    const back = along.map((at, i) => {
      const thin = 1 - 0.16 * Math.sin((i / 25) * Math.PI);
      return { x: x + (at.x - x) * thin, y: y + (at.y - y) * thin };
    });
    return polygon([...along, ...back.reverse()]);
  });
}

function streaks(cell: { column: number; row: number }, [dx, dy]: Step, seed: number): string[] {
  const draw = noise(seed + 91);
  const middle = centre(cell);
  return Array.from({ length: 5 }, (_, i) => {
    const along = (1.3 + i * 1.05 + draw() * 0.8) * UNIT;
    const aside = (draw() - 0.5) * UNIT;
    const long = (0.25 + 0.35 * draw()) * UNIT;
    const x = middle.x + dx * along - dy * aside;
    const y = middle.y + dy * along + dx * aside;
    return `M${x.toFixed(1)} ${y.toFixed(1)}l${(dx * long).toFixed(1)} ${(dy * long).toFixed(1)}`;
  });
}

/** Lay a few boulders along the shores. */
function stones(map: Chart, shore: (at: Point) => number): Relief['stones'] {
  const draw = noise(map.seed + 5);
  const found: { x: number; y: number; size: number; seed: number }[] = [];
  const wanted = Math.round(map.columns * map.height * 0.14);
  for (let tries = 0; tries < wanted * 40 && found.length < wanted; tries++) {
    const at = { x: draw() * map.columns * UNIT, y: draw() * map.height * UNIT };
    const off = shore(at);
    if (off > 0.02 && off < 0.16 && found.every((other) => Math.abs(other.x - at.x) + Math.abs(other.y - at.y) > 70)) {
      found.push({ ...at, size: 5 + draw() * 6, seed: found.length + 3 });
    }
  }
  return found;
}
