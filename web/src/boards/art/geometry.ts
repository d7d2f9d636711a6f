/** Points and curves: smooth paths through points, courses to follow. No randomness but `noise`. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A place to put something: where, and which way it lies (degrees, clockwise from the right). */
export interface Spot extends Point {
  readonly angle: number;
  readonly scale: number;
}

/** Make a repeatable stream of numbers in [0, 1): the same wood grows in every browser. */
export function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}

/** Round as paths are written: to tenths. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Write a point as SVG does. */
export function xy({ x, y }: Point): string {
  return `${tenth(x)} ${tenth(y)}`;
}

/** Mix two points; `share` 0 is the first. */
export function mix(a: Point, b: Point, share: number): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

/** Measure how far apart two points are. */
export function distance(a: Point, b: Point): number {
  // Not Math.hypot, which is many times slower and would be felt when the wood is planted.
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
}

/** Follow a smooth curve through all `knots`: `at(1.5)` lies half-way between the second and the third. */
export class Course {
  constructor(readonly knots: readonly Point[]) {
    if (knots.length < 2) throw new RangeError(`A course needs two knots, got ${knots.length}.`);
  }

  /** Last parameter. */
  get end(): number {
    return this.knots.length - 1;
  }

  /** Find the point at a parameter; beyond both ends the course runs straight on. */
  at(t: number): Point {
    const knots = this.knots;
    const i = Math.max(0, Math.min(this.end - 1, Math.floor(t)));
    const u = t - i;
    const p1 = knots[i] as Point;
    const p2 = knots[i + 1] as Point;
    const p0 = knots[i - 1] ?? mix(p2, p1, 2);
    const p3 = knots[i + 2] ?? mix(p1, p2, 2);
    if (u < 0) return mix(p1, p2, u);
    if (u > 1) return mix(p1, p2, u);
    const blend = (a: number, b: number, c: number, d: number): number =>
      0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u * u + (3 * b - a - 3 * c + d) * u * u * u);
    return { x: blend(p0.x, p1.x, p2.x, p3.x), y: blend(p0.y, p1.y, p2.y, p3.y) };
  }

  /** Tell the heading at a parameter, in degrees. */
  heading(t: number): number {
    const before = this.at(Math.max(0, t - 0.02));
    const after = this.at(Math.min(this.end, t + 0.02));
    return (Math.atan2(after.y - before.y, after.x - before.x) * 180) / Math.PI;
  }

  /** List points from one parameter to another, about `step` apart in parameter; both ends are in it, in either direction. */
  walk(from: number, to: number, step = 0.25): Point[] {
    const count = Math.max(1, Math.ceil(Math.abs(to - from) / step));
    return Array.from({ length: count + 1 }, (_, i) => this.at(from + ((to - from) * i) / count));
  }
}

/** Draw an open smooth line through points. */
export function line(points: readonly Point[]): string {
  const first = points[0];
  if (!first) return '';
  let path = `M${xy(first)}`;
  for (let i = 1; i < points.length; i++) {
    const here = points[i] as Point;
    const next = points[i + 1];
    path += next ? `Q${xy(here)} ${xy(mix(here, next, 0.5))}` : `L${xy(here)}`;
  }
  return path;
}

/** Draw a closed smooth shape around points. */
export function blob(points: readonly Point[]): string {
  const last = points[points.length - 1];
  const first = points[0];
  if (!first || !last) return '';
  let path = `M${xy(mix(last, first, 0.5))}`;
  points.forEach((here, i) => {
    path += `Q${xy(here)} ${xy(mix(here, points[(i + 1) % points.length] as Point, 0.5))}`;
  });
  return path + 'Z';
}

/** Draw a closed shape with corners. */
export function polygon(points: readonly Point[]): string {
  return points.length ? `M${points.map(xy).join('L')}Z` : '';
}

/** Draw a paper cloud or a bank of foam: a flat base with bulging scallops on top. */
export function cloud(centre: Point, width: number, height: number, bulges: readonly number[]): string {
  const total = bulges.reduce((sum, bulge) => sum + bulge, 0);
  let x = centre.x - width / 2;
  let path = `M${tenth(x)} ${tenth(centre.y)}`;
  for (const bulge of bulges) {
    const span = (width * bulge) / total;
    const rise = height * (0.55 + (0.9 * bulge * bulges.length) / total / 2);
    path += `c${tenth(-span * 0.18)} ${tenth(-rise)} ${tenth(span * 1.18)} ${tenth(-rise)} ${tenth(span)} 0`;
    x += span;
  }
  return `${path}q${tenth(-width / 2)} ${tenth(height * 0.24)} ${tenth(-width)} 0Z`;
}
