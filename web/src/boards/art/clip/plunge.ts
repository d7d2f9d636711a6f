/** Where canoes are that go over the falls, and the water with them: in a picture 480 wide and 470 high. */
import type { Spot } from '../geometry';
import { along, between, bob, gather, overshoot, settle, share, sway } from './time';

/** One canoe goes after the other. */
export const APART_MS = 560;
/** No more than these are shown. */
export const MOST = 3;

const RIDE = 1450;
/** When it tips. */
export const HANG = 1950;
const FOOT = 2500;
const UP = 2950;
export const ALONE_MS = 3800;

/** Tell how long it lasts until so many have fallen. */
export const plungeMs = (canoes: number): number => ALONE_MS + APART_MS * (Math.min(MOST, Math.max(1, canoes)) - 1);

export interface Pose extends Spot {
  readonly opacity: number;
  /** Strokes of the paddle, against the current; null: nobody paddles any more. */
  readonly stroke: number | null;
}

/** Where the water hits the pool. */
export const foot = { x: 340, y: 424 };
/** Where they drift in the pool after that, one beside the other. */
const REST = [
  [418, 424],
  [382, 446],
  [436, 454],
] as const;
const lip = { x: 302, y: 247 };

/** Place the nth canoe of those that fall. */
export function pose(time: number, nth: number): Pose {
  const at = time - nth * APART_MS;
  if (at < RIDE) {
    const part = share(at, -nth * APART_MS, RIDE);
    return {
      x: between(nth === 0 ? 34 : -64, 276, part ** 1.5),
      y: 246 + 1.8 * bob(at * 1.6, nth) + 1.5 * part,
      angle: 2.6 * bob(at * 1.3, nth + 1),
      scale: 1,
      opacity: 1,
      stroke: at / 300,
    };
  }
  if (at < HANG) {
    const part = share(at, RIDE, HANG);
    return {
      x: between(276, lip.x, part),
      y: between(247.5, lip.y, part),
      angle: along([2, -9, 3, -6, 20], part),
      scale: 1,
      opacity: 1,
      stroke: at / 190,
    };
  }
  if (at < FOOT) {
    const part = share(at, HANG, FOOT);
    const down = gather(part);
    return {
      x: between(lip.x, foot.x, settle(Math.min(1, part * 1.5))),
      y: between(lip.y, foot.y, down),
      angle: between(20, 86, settle(part)),
      scale: between(1, 0.94, part),
      opacity: 1 - share(part, 0.86, 1),
      stroke: null,
    };
  }
  const part = share(at, UP, UP + 420);
  const [across, down] = REST[nth % REST.length] ?? [0, 0];
  return {
    x: across - 24 * (1 - sway(share(at, UP, ALONE_MS))),
    y: between(466, down, overshoot(part)) + 1.6 * bob(at, nth),
    angle: between(-26, -3, settle(part)) + 2.4 * bob(at * 0.9, nth),
    scale: 0.78,
    opacity: share(at, UP, UP + 120),
    stroke: null,
  };
}

/** Tell how far a splash is at a time: 0 before and after it. */
export const splashing = (time: number, nth: number): number => share(time - nth * APART_MS, FOOT - 60, FOOT + 700) % 1;

export interface Dash {
  readonly d: string;
  readonly wide: number;
  readonly tone: number;
}

/** How far the far side of the water lies from the near one in the picture. */
export const DEEP = { x: 70, y: -36 };

const SPEED = 0.19;

/** List the strokes of the current above the falls; rough water has more of them. */
export function current(time: number): Dash[] {
  return Array.from({ length: 15 }, (_, i) => {
    const back = ((i * 37) % 100) / 100;
    const reach = 250 + DEEP.x * back;
    const speed = SPEED * (0.8 + ((i * 29) % 10) / 22);
    const x = ((i * 83 + time * speed) % (reach + 70)) - 50;
    const long = Math.min(26 + ((i * 17) % 26), reach - x);
    return {
      d: long < 4 ? '' : `M${x.toFixed(1)} ${y(back)}h${long.toFixed(1)}`,
      wide: 1.6 + (1 - back) * 1.4,
      tone: i % 3,
    };
  });
}

const y = (back: number): string => (260 + DEEP.y * back * 0.94).toFixed(1);

/** List the strands of the falls, which stretch as they speed up. */
export function strands(time: number): Dash[] {
  return Array.from({ length: 26 }, (_, i) => {
    const back = (((i * 23) % 26) + 0.5) / 26;
    const part = (i * 0.377 + time / 760) % 1;
    const [from, to] = [gather(part), gather(Math.min(1, part + 0.16))];
    const x = (down: number): number => 291 + 3 * down + DEEP.x * back;
    const top = 284 + DEEP.y * back;
    const drop = 146;
    return {
      d: `M${x(from).toFixed(1)} ${(top + drop * from).toFixed(1)}L${x(to).toFixed(1)} ${(top + drop * to).toFixed(1)}`,
      wide: 2 + ((i * 7) % 4),
      tone: i % 3,
    };
  });
}
