/** Where a coach mark stands, and how it points. Everything is in pixels of the screen. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What had better not be covered, and how much that costs for each pixel. */
export interface Taken extends Box {
  readonly weight: number;
}

interface Spot {
  readonly left: number;
  readonly top: number;
}

/** Between the mark and what it points at: room for the arrow. */
const GAP = 34;
/** Between the mark and the edge of the screen. */
const EDGE = 8;
/** Between the target and the line around it. */
export const RING = 3;
/** An arrow leads all the way from the mark to its target, or is left out: over a longer way the line around says enough. */
const ARROW = 190;
/** A mark from which no arrow leads to its target, because it is far off or too near, had better cover a little more. */
const FAR = 5e3;
/** Between the line around a target and the edge of the screen. */
const SEAM = 4;
/** Covering what is spoken about is never worth it. */
const NEVER = 1e6;
/** Nor what is to be pressed or read just now. */
export const ALWAYS = 1e3;

/**
 * Find the place of a mark of some size: never on its target where that is possible, as little as possible on what is
 * `taken`, near the target. A `sheet` is as wide as the screen and stands at the top or at the bottom;
 * anything else keeps a `gap` from its target. It stays where it is `held` as long as it is in nobody's way there: what
 * moves under a finger is missed.
 */
export function stand(
  size: Size,
  target: Box | null,
  taken: readonly Taken[],
  screen: Size,
  sheet: boolean,
  gap = GAP,
  held: Spot | null = null,
): Spot {
  const spots = sheet
    ? sheets(size, screen)
    : [...(target ? beside(size, target, gap) : []), ...anywhere(size, screen)];
  const aimed = target && { ...grown(target, RING), weight: NEVER };
  const covered = (spot: Spot, what: readonly Taken[]): number =>
    what.reduce((sum, each) => sum + each.weight * overlap({ ...spot, ...size }, each), 0);
  const cost = (spot: Spot): number => {
    const box = { ...spot, ...size };
    const way = target ? apart(box, target) : gap;
    const mute = !sheet && (way > ARROW || way < gap / 2);
    const far = (target ? distance(box, target) : 0) + (mute ? FAR : 0);
    return covered(spot, aimed ? [aimed, ...taken] : taken) + far;
  };
  const best = spots
    .map((spot) => inside(spot, size, screen))
    .reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
  const grave = [...(aimed ? [aimed] : []), ...taken.filter(({ weight }) => weight >= ALWAYS)];
  return held && covered(held, grave) <= covered(best, grave) ? { left: held.left, top: held.top } : best;
}

function sheets({ width, height }: Size, screen: Size): Spot[] {
  const left = (screen.width - width) / 2;
  return [
    { left, top: screen.height - height - EDGE },
    { left, top: EDGE },
  ];
}

function beside({ width, height }: Size, target: Box, gap: number): Spot[] {
  const [x, y] = centre(target);
  return [
    { left: target.left + target.width + gap, top: y - height / 2 },
    { left: target.left - width - gap, top: y - height / 2 },
    { left: x - width / 2, top: target.top - height - gap },
    { left: x - width / 2, top: target.top + target.height + gap },
  ];
}

/** Places all over the screen: a mark finds its gap on a phone by how high it stands, elsewhere also by how far aside. */
function anywhere({ width, height }: Size, screen: Size): Spot[] {
  const room = screen.width - width;
  const [across, down] = room < 4 * EDGE ? [[0.5], parts(36)] : [parts(12), parts(12)];
  return across.flatMap((x) => down.map((y) => ({ left: x * room, top: y * (screen.height - height) })));
}

const parts = (number: number): number[] => Array.from({ length: number + 1 }, (_, i) => i / number);

function inside({ left, top }: Spot, { width, height }: Size, screen: Size): Spot {
  return {
    left: Math.max(EDGE, Math.min(left, screen.width - width - EDGE)),
    top: Math.max(EDGE, Math.min(top, screen.height - height - EDGE)),
  };
}

export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

function distance(a: Box, b: Box): number {
  const [ax, ay] = centre(a);
  const [bx, by] = centre(b);
  return Math.hypot(ax - bx, ay - by);
}

/** Find how far it is from edge to edge. */
function apart(a: Box, b: Box): number {
  const [x, y] = nearest(a, centre(b));
  const [u, v] = nearest(b, [x, y]);
  return Math.hypot(x - u, y - v);
}

const centre = (box: Box): readonly [number, number] => [box.left + box.width / 2, box.top + box.height / 2];

/**
 * Draw the arrow from a mark to its target; empty where they touch, are far apart, or something to read is between them.
 * It leads to the middle, or as far aside as it must to pass what there is to read.
 */
export function arrow(from: Box, to: Box, read: readonly Box[] = []): string {
  const [x, y] = centre(to);
  const aside = [0, 0.2, -0.2, 0.35, -0.35].map((part): readonly [number, number] => [x + part * to.width, y]);
  return aside.map((aim) => arrowTo(aim, from, to, read)).find(Boolean) ?? '';
}

function arrowTo(aim: readonly [number, number], from: Box, to: Box, read: readonly Box[]): string {
  const [x0, y0] = nearest(from, aim);
  const [x2, y2] = nearest(grown(to, RING + 2), [x0, y0]);
  const way = Math.hypot(x2 - x0, y2 - y0);
  if (way < 12 || way > ARROW) return '';
  const [ux, uy] = [(x2 - x0) / way, (y2 - y0) / way];
  // A little bent, and the head along the end of the bend.
  const bend = Math.min(26, way / 4);
  const [cx, cy] = [(x0 + x2) / 2 - uy * bend, (y0 + y2) / 2 + ux * bend];
  const crossed = around(
    [x0, x2, (x0 + 2 * cx + x2) / 4].map((left, i) => ({
      left,
      top: [y0, y2, (y0 + 2 * cy + y2) / 4][i] ?? y0,
      width: 1,
      height: 1,
    })),
  );
  if (crossed && read.some((each) => overlap(crossed, each) > 0)) return '';
  const angle = Math.atan2(y2 - cy, x2 - cx);
  const barb = (turn: number): string =>
    `${round(x2 - 13 * Math.cos(angle + turn))} ${round(y2 - 13 * Math.sin(angle + turn))}`;
  return `M${round(x0)} ${round(y0)}Q${round(cx)} ${round(cy)} ${round(x2)} ${round(y2)}M${barb(0.5)}L${round(x2)} ${round(y2)}L${barb(-0.5)}`;
}

/** Find the box around some others; null around none. */
export function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.left + box.width)) - left;
  return { left, top, width, height: Math.max(...boxes.map((box) => box.top + box.height)) - top };
}

export function grown({ left, top, width, height }: Box, by: number): Box {
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by };
}

/** Find what had a box around it once it was turned by some degrees, as it was before; about the same middle. */
export function turnedBack(box: Box, tilt: number): Box {
  const turn = Math.abs(tilt * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const width = (box.width * cos - box.height * sin) / (cos * cos - sin * sin);
  const height = (box.height * cos - box.width * sin) / (cos * cos - sin * sin);
  const [x, y] = centre(box);
  return { left: x - width / 2, top: y - height / 2, width, height };
}

/** Keep a box on the screen, with a little room around it. */
export function onScreen({ left, top, width, height }: Box, screen: Size): Box {
  const [x, y] = [Math.max(SEAM, left), Math.max(SEAM, top)];
  const right = Math.min(screen.width - SEAM, left + width);
  const bottom = Math.min(screen.height - SEAM, top + height);
  return { left: x, top: y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

function nearest(box: Box, [x, y]: readonly [number, number]): readonly [number, number] {
  return [Math.max(box.left, Math.min(x, box.left + box.width)), Math.max(box.top, Math.min(y, box.top + box.height))];
}

const round = (value: number): number => Math.round(value * 10) / 10;
