/** What lies around the river in its two pictures, as data. Only the landscape needs it, and it comes with that. */
import type { Arm } from '../../protocol';
import type { Point } from '../art/geometry';
import { type Layout, point } from './layouts';

export interface Country {
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
  ledge: [point(1318, 84), point(1330, 1608)],
  drop: point(96, 104),
  leap: point(78, 4),
  horizon: 70,
  wood: [
    { from: point(-760, 86), to: point(560, 238), count: 140, size: [44, 74] },
    { from: point(640, 86), to: point(1300, 208), count: 98, size: [40, 66] },
    { from: point(-760, 668), to: point(1300, 1468), count: 285, size: [92, 150] },
    { from: point(560, 508), to: point(1000, 708), count: 30, size: [84, 120] },
    { from: point(1000, 648), to: point(1290, 708), count: 15, size: [80, 110] },
    { from: point(1360, 94), to: point(2360, 238), count: 70, size: [38, 62] },
    { from: point(1600, 238), to: point(2360, 708), count: 60, size: [60, 100] },
    { from: point(-760, 268), to: point(60, 368), count: 38, size: [64, 90] },
    { from: point(-760, 548), to: point(-60, 668), count: 38, size: [90, 120] },
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
    [-24, 742, 214, 1],
    [26, 772, 150, 0],
    [596, 772, 176, 0],
    [672, 800, 236, 1],
    [752, 778, 188, 0],
    [834, 808, 250, 1],
    [912, 776, 176, 0],
    [984, 796, 164, 1],
    [1072, 792, 148, 0],
    [1576, 770, 190, 0],
    [1630, 742, 250, 1],
  ],
  farBank: (y) => (y < 148 ? 90 : 210 + Math.min(220, (y - 148) * 0.7)),
  rocks: [
    [690, 408, 16],
    [980, 468, 20],
    [1130, 308, 13],
    [1275, 448, 22],
    [1270, 320, 16],
    [508, 423, 14],
    [700, 238, 14],
    [190, 328, 16],
    [1300, 113, 18],
  ],
  cabin: point(62, 514),
};

const tall: Country = {
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

export const COUNTRIES: Readonly<Record<Layout, Country>> = { wide, tall };
