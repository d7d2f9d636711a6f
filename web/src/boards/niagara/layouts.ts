/** The two pictures of the one river, as data: `wide` runs left to right, `tall` top to bottom. Units are the picture's own. */
import type { Arm, PlaceName } from '../../protocol';
import { Course, type Point, type Spot } from '../art/geometry';

export type Layout = 'wide' | 'tall';
export type DiscName = Exclude<PlaceName, 'dock' | 'lost'>;

export const DISCS: readonly DiscName[] = ['1', '2', '3', '4', '5', '6L', '7L', '6R', '7R'];
export const ARMS: readonly Arm[] = ['L', 'R'];

/** Knot of disc 1 on both courses; the knots before it lie upstream of the board. */
export const FIRST_KNOT = 3;
/** Knot at which an arm falls. */
export const BRINK = FIRST_KNOT + 7;

export interface Plan {
  readonly name: Layout;
  /** Width and height that any frame shows in full; around it the picture goes on. */
  readonly box: readonly [number, number];
  /** How far the picture goes on, on every side. */
  readonly bleed: number;
  readonly radius: number;
  readonly courses: Readonly<Record<Arm, Course>>;
  /** Edge over which both arms fall, and the way the water falls from there. */
  readonly ledge: readonly [Point, Point];
  readonly drop: Point;
  /** Direction in which the falling water leaves the edge. */
  readonly leap: Point;
  readonly deposits: readonly Point[];
  /** Foot of the sign at the fork. */
  readonly sign: Point;
  /** Where the moose stands while nobody has it: between the two arms, in reach of both discs 7. */
  readonly meadow: Point;
  /** How large it is there. */
  readonly animals: number;
  /** Where a whirlpool that has fallen waits for the next disc, and how small it is there. */
  readonly spring: Spot;
  readonly dock: {
    readonly centre: Point;
    readonly rx: number;
    readonly ry: number;
    /** Middle of the first and the last player's berth. */
    readonly berths: readonly [Point, Point];
    readonly heading: number;
    readonly jetty: readonly [Point, Point];
    readonly cabin: Point;
    /** From the middle of a berth to its owner's pennant. */
    readonly pennant: Point;
    /** Where to aim when the dock is the target of a move. */
    readonly landing: Point;
  };
  /** Where lost canoes drift, first to last. */
  readonly pool: readonly Point[];
  readonly horizon: number;
  readonly sun: Point;
  readonly clouds: readonly Point[];
  readonly wood: readonly WoodPatch[];
  /** How far beyond the edge trees grow again, at a height. */
  readonly farBank: (y: number) => number;
  readonly rocks: readonly (readonly [x: number, y: number, size: number])[];
}

/** A stretch of forest: trees scattered over a rectangle wherever nothing else stands. */
export interface WoodPatch {
  readonly from: Point;
  readonly to: Point;
  readonly count: number;
  readonly size: readonly [number, number];
}

const points = (...pairs: readonly (readonly [number, number])[]): Point[] => pairs.map(([x, y]) => ({ x, y }));
const point = (x: number, y: number): Point => ({ x, y });

const WIDE_MAIN = points(
  [-760, 610],
  [-300, 515],
  [110, 500],
  [300, 468],
  [452, 420],
  [606, 396],
  [756, 418],
  [892, 476],
);

const wide: Plan = {
  name: 'wide',
  box: [1600, 800],
  bleed: 760,
  radius: 60,
  courses: {
    L: new Course([...WIDE_MAIN, ...points([1052, 342], [1206, 300], [1322, 292], [1440, 330])]),
    R: new Course([...WIDE_MAIN, ...points([1052, 610], [1206, 648], [1322, 660], [1440, 700])]),
  },
  ledge: [point(1318, 176), point(1330, 1700)],
  drop: point(96, 104),
  leap: point(78, 4),
  deposits: points([604, 258], [764, 570], [858, 322], [1098, 474], [1246, 476]),
  sign: point(998, 486),
  meadow: point(1186, 432),
  animals: 1,
  spring: { x: 128, y: 499, angle: 0, scale: 0.6 },
  dock: {
    centre: point(282, 690),
    rx: 300,
    ry: 116,
    berths: [point(96, 690), point(476, 672)],
    heading: -78,
    jetty: [point(300, 610), point(300, 538)],
    cabin: point(62, 606),
    pennant: point(0, 78),
    landing: point(300, 602),
  },
  pool: points(
    [1488, 520],
    [1540, 585],
    [1470, 610],
    [1530, 470],
    [1545, 660],
    [1478, 690],
    [1540, 735],
    [1475, 440],
    [1545, 395],
    [1470, 755],
    [1530, 340],
    [1560, 530],
  ),
  horizon: 168,
  sun: point(1080, 128),
  clouds: points([300, 70], [700, 52], [1370, 66]),
  wood: [
    { from: point(-760, 178), to: point(560, 330), count: 140, size: [44, 74] },
    { from: point(640, 178), to: point(1300, 300), count: 98, size: [40, 66] },
    { from: point(-760, 760), to: point(1300, 1560), count: 285, size: [92, 150] },
    { from: point(560, 600), to: point(1000, 800), count: 30, size: [84, 120] },
    { from: point(1000, 740), to: point(1290, 800), count: 15, size: [80, 110] },
    { from: point(1360, 186), to: point(2360, 330), count: 70, size: [38, 62] },
    { from: point(1600, 330), to: point(2360, 800), count: 60, size: [60, 100] },
    { from: point(-760, 360), to: point(60, 460), count: 38, size: [64, 90] },
    { from: point(-760, 640), to: point(-60, 760), count: 38, size: [90, 120] },
  ],
  farBank: (y) => (y < 240 ? 90 : 210 + Math.min(220, (y - 240) * 0.7)),
  rocks: [
    [690, 500, 16],
    [980, 560, 20],
    [1130, 400, 13],
    [1275, 540, 22],
    [1270, 412, 16],
    [508, 515, 14],
    [700, 330, 14],
    [190, 420, 16],
    [1300, 205, 18],
  ],
};

const TALL_MAIN = points(
  [900, -760],
  [770, -330],
  [650, -40],
  [588, 104],
  [656, 220],
  [574, 330],
  [440, 392],
  [400, 510],
);

const tall: Plan = {
  name: 'tall',
  box: [800, 940],
  bleed: 620,
  radius: 58,
  courses: {
    L: new Course([...TALL_MAIN, ...points([216, 604], [172, 728], [164, 806], [160, 900])]),
    R: new Course([...TALL_MAIN, ...points([584, 604], [628, 728], [636, 806], [640, 900])]),
  },
  ledge: [point(-620, 812), point(1420, 806)],
  drop: point(0, 62),
  leap: point(0, 22),
  deposits: points([722, 344], [286, 392], [566, 462], [400, 652], [400, 750]),
  sign: point(400, 606),
  meadow: point(288, 722),
  animals: 0.66,
  spring: { x: 634, y: 32, angle: 0, scale: 0.46 },
  dock: {
    centre: point(254, 150),
    rx: 266,
    ry: 96,
    berths: [point(60, 140), point(386, 134)],
    heading: 82,
    jetty: [point(420, 96), point(536, 98)],
    cabin: point(92, 58),
    pennant: point(4, 74),
    landing: point(466, 96),
  },
  pool: points(
    [400, 884],
    [312, 900],
    [488, 898],
    [350, 914],
    [448, 916],
    [400, 862],
    [64, 898],
    [736, 898],
    [300, 862],
    [500, 862],
    [40, 866],
    [762, 866],
  ),
  horizon: 34,
  sun: point(300, 10),
  clouds: points([130, -24], [470, -60], [700, -10]),
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
};

export const PLANS: Readonly<Record<Layout, Plan>> = { wide, tall };

/** Tell how far down its course a place lies, as a parameter of the course of `armOf(place)`. */
export function knotOf(place: DiscName): number {
  return FIRST_KNOT - 1 + Number(place[0]);
}

/** Tell on which arm's course a place lies; the main channel is on both. */
export function armOf(place: DiscName): Arm {
  return place[1] === 'R' ? 'R' : 'L';
}

/** Find the middle of a disc. */
export function discAt(plan: Plan, place: DiscName): Point {
  return plan.courses[armOf(place)].at(knotOf(place));
}

/** Find a point beside the middle of a disc: so far down the stream, and so far away from the deposit. */
export function beside(plan: Plan, place: DiscName, along: number, away: number): Point {
  const centre = discAt(plan, place);
  const angle = (plan.courses[armOf(place)].heading(knotOf(place)) * Math.PI) / 180;
  const ahead = { x: Math.cos(angle), y: Math.sin(angle) };
  const neighbour = plan.deposits[Number(place[0]) - 3] ?? plan.dock.centre;
  const left = (neighbour.y - centre.y) * ahead.x - (neighbour.x - centre.x) * ahead.y > 0;
  const across = left ? -away : away;
  return {
    x: centre.x + ahead.x * along - ahead.y * across,
    y: centre.y + ahead.y * along + ahead.x * across,
  };
}

/** Find where a disc's name is written: on its rim, away from the deposit. */
export function numeralAt(plan: Plan, place: DiscName): Point {
  return beside(plan, place, 0, plan.radius * (place.length > 1 ? 0.72 : 0.79));
}

/** Tell whether a place lies in the river. */
export function wet(place: PlaceName | null): place is DiscName {
  return place !== null && place !== 'dock' && place !== 'lost';
}
