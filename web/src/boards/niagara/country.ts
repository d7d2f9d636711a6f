/** What lies around the river in its two pictures, as data. Only the landscape needs it, and it comes with that. */
import type { Arm } from '../../protocol';
import type { Point } from '../art/geometry';
import { type PlanName, PLANS, point } from './layouts';

/** How far beyond its box a picture goes on, on every side. */
export const BLEED = 760;

export interface Country {
  readonly sun: Point;
  /** Edge over which both arms fall, and the way the water falls from there. */
  readonly ledge: readonly [Point, Point];
  readonly drop: Point;
  /** Direction in which the falling water leaves the edge. */
  readonly leap: Point;
  readonly cabin: Point;
  readonly horizon: number;
  readonly wood: readonly WoodPatch[];
  /** How far beyond the edge trees grow again, at a height. */
  readonly farBank: (y: number) => number;
  /** Stones in the river: on which arm's course, how far down, where between the banks (−1 to 1), and how large. */
  readonly stones: readonly (readonly [arm: Arm, t: number, across: number, size: number])[];
  /** Trees nearer than all else, cut off by the frame. */
  readonly front: readonly (readonly [x: number, y: number, height: number, kind: number])[];
  readonly rocks: readonly (readonly [x: number, y: number, size: number])[];
}

/** A stretch of forest: trees scattered over a rectangle wherever nothing else stands. */
export interface WoodPatch {
  readonly from: Point;
  readonly to: Point;
  readonly count: number;
  readonly size: readonly [number, number];
}

const wide: Country = {
  sun: point(330, 36),
  ledge: [point(1118, 66), point(1130, 1590)],
  drop: point(92, 94),
  leap: point(78, 4),
  horizon: 46,
  wood: [
    { from: point(-760, 60), to: point(400, 150), count: 110, size: [36, 58] },
    { from: point(400, 60), to: point(1100, 190), count: 86, size: [34, 58] },
    { from: point(-760, 800), to: point(1100, 1600), count: 285, size: [92, 150] },
    { from: point(540, 540), to: point(900, 840), count: 34, size: [80, 118] },
    { from: point(860, 780), to: point(1090, 840), count: 12, size: [76, 104] },
    { from: point(1160, 74), to: point(2160, 218), count: 70, size: [38, 62] },
    { from: point(1400, 218), to: point(2160, 688), count: 60, size: [60, 100] },
    { from: point(-760, 330), to: point(100, 540), count: 52, size: [62, 92] },
    { from: point(-760, 540), to: point(-60, 800), count: 38, size: [90, 120] },
  ],
  stones: [
    ['L', 2.42, -0.62, 9],
    ['L', 3.5, 0.8, 8],
    ['L', 5.5, 0.78, 9],
    ['L', 6.47, -0.8, 7],
    ['L', 8.52, -0.8, 8],
    ['R', 8.5, 0.82, 9],
    ['R', 7.45, 0.7, 8],
  ],
  front: [
    [-24, 876, 176, 1],
    [26, 906, 140, 0],
    [566, 908, 168, 0],
    [640, 936, 226, 1],
    [716, 912, 180, 0],
    [794, 944, 232, 1],
    [872, 914, 160, 0],
    [946, 930, 150, 1],
    [1034, 926, 138, 0],
  ],
  farBank: (y) => (y < 148 ? 90 : 210 + Math.min(220, (y - 148) * 0.7)),
  rocks: [
    [548, 404, 15],
    [804, 472, 18],
    [930, 300, 13],
    [1070, 470, 20],
    [1074, 300, 16],
    [352, 436, 14],
    [582, 118, 14],
    [64, 336, 16],
    [1098, 92, 16],
    [1130, 88, 13],
  ],
  cabin: point(64, 486),
};

const tall: Country = {
  sun: point(300, -70),
  ledge: [point(-620, 812), point(1420, 806)],
  drop: point(0, 74),
  leap: point(0, 22),
  horizon: 34,
  wood: [
    { from: point(-620, 44), to: point(540, 90), count: 106, size: [34, 52] },
    { from: point(720, 44), to: point(1420, 260), count: 114, size: [50, 84] },
    { from: point(-620, 230), to: point(240, 560), count: 114, size: [70, 104] },
    { from: point(-620, 560), to: point(110, 800), count: 83, size: [84, 120] },
    { from: point(-620, 1064), to: point(1420, 1540), count: 150, size: [96, 150] },
    { from: point(700, 420), to: point(1420, 800), count: 114, size: [84, 120] },
    { from: point(240, 230), to: point(480, 320), count: 17, size: [62, 84] },
    { from: point(640, 440), to: point(760, 560), count: 9, size: [80, 100] },
  ],
  stones: [
    ['L', 3.52, 0.8, 8],
    ['L', 6.45, 0.8, 9],
    ['L', 8.5, 0.8, 8],
    ['R', 8.5, -0.8, 9],
  ],
  front: [
    [-14, 972, 190, 1],
    [52, 1004, 150, 0],
    [716, 1010, 150, 0],
    [786, 980, 200, 1],
  ],
  farBank: () => 240,
  rocks: [
    [340, 486, 14],
    [300, 690, 15],
    [500, 690, 14],
    [690, 640, 20],
    [110, 600, 18],
    [500, 300, 14],
    [330, 782, 16],
    [478, 784, 20],
  ],
  cabin: point(92, 80),
};

/** Stretch the upright country as its river is; trees and rocks keep their sizes. */
function stretched(name: PlanName): Country {
  const across = PLANS[name].box[0] / PLANS.tall.box[0];
  const down = PLANS[name].box[1] / PLANS.tall.box[1];
  const to = ({ x, y }: Point): Point => point(x * across, y * down);
  const [left, right] = tall.ledge;
  return {
    ...tall,
    sun: to(tall.sun),
    ledge: [to(left), to(right)],
    horizon: tall.horizon * down,
    wood: tall.wood.map((patch) => ({ ...patch, from: to(patch.from), to: to(patch.to) })),
    front: tall.front.map(([x, y, ...tree]) => [x * across, y * down, ...tree]),
    rocks: tall.rocks.map(([x, y, size]) => [x * across, y * down, size]),
    cabin: to(tall.cabin),
  };
}

export const COUNTRIES: Readonly<Record<PlanName, Country>> = {
  wide,
  tall,
  low: stretched('low'),
  slim: stretched('slim'),
};
