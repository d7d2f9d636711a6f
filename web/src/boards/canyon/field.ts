/** Heights between cells: how far every point lies from the water, and outlines of equal height around it. */
import { blob, noise, type Point } from '../art/geometry';

/** Samples across a cell. */
const FINE = 6;

/** Numbers on a fine grid that covers `left..left + width` by `top..top + height`, in cells. */
export interface Field {
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
  readonly values: Float32Array;
}

/** Measure how far every point lies outside a shape (in cells; negative inside), given what is inside. */
export function distances(
  left: number,
  top: number,
  width: number,
  height: number,
  inside: (x: number, y: number) => boolean,
): Field {
  const across = width * FINE + 1;
  const down = height * FINE + 1;
  const shape = new Uint8Array(across * down);
  for (let j = 0; j < down; j++)
    for (let i = 0; i < across; i++) shape[j * across + i] = inside(left + i / FINE, top + j / FINE) ? 1 : 0;
  const out = squares(shape, 1, across, down);
  const into = squares(shape, 0, across, down);
  const values = out.map((value, i) => (Math.sqrt(value) - Math.sqrt(into[i] as number)) / FINE);
  return soften({ left, top, across, down, values }, 2);
}

/** Square of the distance to the nearest sample of a kind, exact (Felzenszwalb and Huttenlocher). */
function squares(shape: Uint8Array, kind: number, across: number, down: number): Float32Array {
  const far = 1e9;
  const grid = Float32Array.from(shape, (value) => (value === kind ? 0 : far));
  const pass = (count: number, start: number, stride: number): void => {
    const line = Float32Array.from({ length: count }, (_, i) => grid[start + i * stride] as number);
    const roots = new Int32Array(count);
    const bounds = new Float32Array(count + 1);
    let k = 0;
    bounds[0] = -Infinity;
    bounds[1] = Infinity;
    const cross = (q: number, v: number): number =>
      ((line[q] as number) + q * q - ((line[v] as number) + v * v)) / (2 * q - 2 * v);
    for (let q = 1; q < count; q++) {
      let at = cross(q, roots[k] as number);
      while (k > 0 && at <= (bounds[k] as number)) at = cross(q, roots[--k] as number);
      roots[++k] = q;
      bounds[k] = at;
      bounds[k + 1] = Infinity;
    }
    k = 0;
    for (let q = 0; q < count; q++) {
      while ((bounds[k + 1] as number) < q) k++;
      const root = roots[k] as number;
      grid[start + q * stride] = (q - root) * (q - root) + (line[root] as number);
    }
  };
  for (let i = 0; i < across; i++) pass(down, i, across);
  for (let j = 0; j < down; j++) pass(across, j * across, 1);
  return grid;
}

/** Blur a field a little, so that its outlines lose the grid. */
export function soften(field: Field, times: number): Field {
  const { across, down } = field;
  let values = field.values;
  for (let pass = 0; pass < times; pass++) {
    for (const stride of [1, across]) {
      const next = values.slice();
      for (let j = 0; j < down; j++) {
        for (let i = 0; i < across; i++) {
          const at = j * across + i;
          const edge = stride === 1 ? i === 0 || i === across - 1 : j === 0 || j === down - 1;
          if (!edge)
            next[at] =
              ((values[at - stride] as number) + 2 * (values[at] as number) + (values[at + stride] as number)) / 4;
        }
      }
      values = next;
    }
  }
  return { ...field, values };
}

/** Change every value, knowing where it lies. */
export function reshape(field: Field, change: (value: number, x: number, y: number) => number): Field {
  const { left, top, across } = field;
  const values = field.values.map((value, i) =>
    change(value, left + (i % across) / FINE, top + Math.floor(i / across) / FINE),
  );
  return { ...field, values };
}

/** Read the value nearest to a point; far outside it is the value at the edge. */
export function sample({ left, top, across, down, values }: Field, x: number, y: number): number {
  const i = Math.max(0, Math.min(across - 1, Math.round((x - left) * FINE)));
  const j = Math.max(0, Math.min(down - 1, Math.round((y - top) * FINE)));
  return values[j * across + i] as number;
}

/** Outline where a field falls below `level`: closed smooth loops in the picture's units, as one path. */
export function below(field: Field, level: number, unit: number): string {
  return loops(field, level)
    .filter((loop) => loop.length > 7)
    .map((loop) => blob(loop.filter((_, i) => i % 2 === 0).map(({ x, y }) => ({ x: x * unit, y: y * unit }))))
    .join('');
}

/** Follow the edges between samples below a level and others (marching squares); beyond the field all is above. */
export function loops(field: Field, level: number): Point[][] {
  const { left, top, across, down, values } = field;
  const value = (i: number, j: number): number =>
    i <= 0 || j <= 0 || i >= across - 1 || j >= down - 1
      ? Math.max(level + 0.01, values[clamp(j, down) * across + clamp(i, across)] as number)
      : (values[j * across + i] as number);
  // Each square of samples joins the crossings of its sides; a crossing is named by its side.
  const next = new Map<number, number>();
  const points = new Map<number, Point>();
  const side = (i: number, j: number, vertical: 0 | 1): number => ((j + 1) * (across + 2) + i + 1) * 2 + vertical;
  const cross = (i: number, j: number, vertical: 0 | 1): number => {
    const name = side(i, j, vertical);
    if (!points.has(name)) {
      const a = value(i, j);
      const b = vertical ? value(i, j + 1) : value(i + 1, j);
      const share = (level - a) / (b - a);
      points.set(name, {
        x: left + (i + (vertical ? 0 : share)) / FINE,
        y: top + (j + (vertical ? share : 0)) / FINE,
      });
    }
    return name;
  };
  for (let j = 0; j < down - 1; j++) {
    for (let i = 0; i < across - 1; i++) {
      const nw = value(i, j) < level;
      const ne = value(i + 1, j) < level;
      const se = value(i + 1, j + 1) < level;
      const sw = value(i, j + 1) < level;
      const code = Number(nw) * 8 + Number(ne) * 4 + Number(se) * 2 + Number(sw);
      for (const [from, to] of TURNS[code] as readonly (readonly [Way, Way])[]) {
        const at = (way: Way): number =>
          way === 'n'
            ? cross(i, j, 0)
            : way === 's'
              ? cross(i, j + 1, 0)
              : way === 'w'
                ? cross(i, j, 1)
                : cross(i + 1, j, 1);
        next.set(at(from), at(to));
      }
    }
  }
  const found: Point[][] = [];
  while (next.size > 0) {
    const loop: Point[] = [];
    let at = next.keys().next().value as number;
    for (let to = next.get(at); to !== undefined; at = to, to = next.get(at)) {
      loop.push(points.get(at) as Point);
      next.delete(at);
    }
    found.push(loop);
  }
  return found;
}

const clamp = (i: number, count: number): number => Math.max(0, Math.min(count - 1, i));

type Way = 'n' | 'e' | 's' | 'w';

/** Which sides a square of samples joins, by which of its corners lie below; what is below is on the left. */
const TURNS: readonly (readonly (readonly [Way, Way])[])[] = [
  [],
  [['s', 'w']],
  [['e', 's']],
  [['e', 'w']],
  [['n', 'e']],
  [
    ['n', 'w'],
    ['s', 'e'],
  ],
  [['n', 's']],
  [['n', 'w']],
  [['w', 'n']],
  [['s', 'n']],
  [
    ['w', 's'],
    ['e', 'n'],
  ],
  [['e', 'n']],
  [['w', 'e']],
  [['s', 'e']],
  [['w', 's']],
  [],
];

/** Make hills: a smooth random surface, −1 to 1, whose bumps are `size` cells across. */
export function hills(seed: number, size: number): (x: number, y: number) => number {
  const lattice = new Map<number, number>();
  const at = (i: number, j: number): number => {
    const name = (j + 4096) * 8192 + i + 4096;
    let height = lattice.get(name);
    if (height === undefined) {
      height = noise(seed + Math.imul(i, 7919) + Math.imul(j, 104729))() * 2 - 1;
      lattice.set(name, height);
    }
    return height;
  };
  const ease = (t: number): number => t * t * (3 - 2 * t);
  return (x, y) => {
    const i = Math.floor(x / size);
    const j = Math.floor(y / size);
    const u = ease(x / size - i);
    const v = ease(y / size - j);
    const upper = at(i, j) + (at(i + 1, j) - at(i, j)) * u;
    const lower = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * u;
    return upper + (lower - upper) * v;
  };
}
