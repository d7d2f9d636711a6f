/** Water that runs: strokes of foam that travel along ways, and puffs of mist, cut from paper like all else. */
import type { Point } from './geometry';

/** A stroke that runs along its way again and again. */
export interface Strand {
  /** Where it runs; equal times lie between the points, so points farther apart make it quicker and longer. */
  readonly way: readonly Point[];
  /** Seconds from the first point to the last. */
  readonly lasts: number;
  /** Where it is at the beginning, as a share of that time. */
  readonly phase: number;
  /** How much of its way it covers at once, as a share. */
  readonly long: number;
  /** How wide it is in its middle. */
  readonly wide: number;
  /** Number of its colour. */
  readonly tone: number;
}

/** A ball of mist that swells where it rises, drifts along, and is gone. */
export interface Puff extends Point {
  readonly r: number;
  /** How far it drifts. */
  readonly by: Point;
  readonly lasts: number;
  readonly phase: number;
  readonly tone: number;
}

export interface Stream {
  readonly strands: readonly Strand[];
  readonly puffs?: readonly Puff[];
}

/** Corners along each side of a stroke. */
const CORNERS = 7;

/** What drawing needs of a canvas. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'closePath' | 'arc' | 'fill' | 'fillStyle'
>;

/** Draw water as it is after some seconds; `colours` by tone. */
export function draw(pen: Pen, { strands, puffs = [] }: Stream, seconds: number, colours: readonly string[]): void {
  colours.forEach((colour, tone) => {
    pen.fillStyle = colour;
    pen.beginPath();
    for (const strand of strands) if (strand.tone === tone) stroke(pen, strand, seconds);
    for (const puff of puffs) if (puff.tone === tone) ball(pen, puff, seconds);
    pen.fill();
  });
}

/** Tell how far something has come on its round, 0 to 1. */
const share = ({ lasts, phase }: { lasts: number; phase: number }, seconds: number): number =>
  (phase + seconds / lasts) % 1;

function stroke(pen: Pen, strand: Strand, seconds: number): void {
  const { way, long, wide } = strand;
  const head = share(strand, seconds) * (1 + long);
  const from = Math.max(0, head - long);
  const to = Math.min(1, head);
  if (to - from < 0.01) return;
  const points = Array.from({ length: CORNERS }, (_, i) => at(way, from + ((to - from) * i) / (CORNERS - 1)));
  // It grows where it begins and shrinks where it ends.
  const half = (wide / 2) * Math.min(1, (2 * (to - from)) / long);
  const sides = [1, -1].map((side) =>
    points.map((here, i) => {
      const before = points[i - 1] ?? here;
      const after = points[i + 1] ?? here;
      const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
      const out = (side * half * Math.sin((Math.PI * i) / (CORNERS - 1))) / length;
      return { x: here.x - (after.y - before.y) * out, y: here.y + (after.x - before.x) * out };
    }),
  );
  const [left = [], right = []] = sides;
  [...left, ...right.slice(1, -1).reverse()].forEach(({ x, y }, i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
}

function at(way: readonly Point[], part: number): Point {
  const place = part * (way.length - 1);
  const i = Math.min(way.length - 2, Math.floor(place));
  const a = way[i] as Point;
  const b = way[i + 1] as Point;
  return { x: a.x + (b.x - a.x) * (place - i), y: a.y + (b.y - a.y) * (place - i) };
}

function ball(pen: Pen, puff: Puff, seconds: number): void {
  const part = share(puff, seconds);
  const x = puff.x + puff.by.x * part;
  const y = puff.y + puff.by.y * part;
  const r = puff.r * Math.sin(Math.PI * part);
  pen.moveTo(x + r, y);
  pen.arc(x, y, r, 0, 2 * Math.PI);
}

/** Find the box in which all of a stream is drawn. */
export function bounds({ strands, puffs = [] }: Stream): { left: number; top: number; width: number; height: number } {
  const spots = [
    ...strands.flatMap(({ way, wide }) => way.map(({ x, y }) => ({ x, y, r: wide }))),
    ...puffs.flatMap(({ x, y, by, r }) => [
      { x, y, r },
      { x: x + by.x, y: y + by.y, r },
    ]),
  ];
  const reach = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y, r } of spots) {
    reach.left = Math.min(reach.left, x - r);
    reach.top = Math.min(reach.top, y - r);
    reach.right = Math.max(reach.right, x + r);
    reach.bottom = Math.max(reach.bottom, y + r);
  }
  const { left, top, right, bottom } = reach;
  return spots.length
    ? { left, top, width: right - left, height: bottom - top }
    : { left: 0, top: 0, width: 0, height: 0 };
}

/** After a picture at least so many times as long passes as it took: a slow phone shows fewer, and all else moves smoothly. */
const PAUSE = 14;

/** A picture comes so many milliseconds late at most, whatever the browser has to do. */
const LATEST = 300;

/**
 * Call `picture` with the seconds that have passed, up to `pictures` times a second while the page can be seen; returns
 * the end of it. Some ten a second look like paper figures on film, and cost little on a page that nobody touches.
 */
export function film(pictures: number, picture: (seconds: number) => void): () => void {
  let seconds = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  const show = (ms: number): void => {
    seconds += ms / 1000;
    const began = performance.now();
    picture(seconds);
    wait(Math.max(1000 / pictures, PAUSE * (performance.now() - began)));
  };
  // What somebody does comes first: a picture waits for a moment when the browser has nothing to do, where it can tell.
  const wait = (ms: number): void => {
    timer = setTimeout(() => {
      if ('requestIdleCallback' in globalThis) idle = requestIdleCallback(() => show(ms), { timeout: LATEST });
      else show(ms);
    }, ms);
  };
  const stop = (): void => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
  const turn = (): void => {
    stop();
    if (!document.hidden) wait(1000 / pictures);
  };
  document.addEventListener('visibilitychange', turn);
  turn();
  return () => {
    stop();
    document.removeEventListener('visibilitychange', turn);
  };
}
