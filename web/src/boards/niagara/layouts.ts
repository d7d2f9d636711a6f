/** The two pictures of the one river, as data, as far as the pieces need them (`country` has the rest): `wide` runs left to right, `tall` top to bottom. Units are the picture's own. */
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
    /** From the middle of a berth to its owner's pennant. */
    readonly pennant: Point;
    /** Where to aim when the dock is the target of a move. */
    readonly landing: Point;
  };
  /** Where lost canoes drift, first to last. */
  readonly pool: readonly Point[];
  readonly sun: Point;
  readonly clouds: readonly Point[];
}

export const points = (...pairs: readonly (readonly [number, number])[]): Point[] => pairs.map(([x, y]) => ({ x, y }));
export const point = (x: number, y: number): Point => ({ x, y });

const WIDE_MAIN = points(
  [-760, 518],
  [-300, 423],
  [110, 408],
  [300, 376],
  [452, 328],
  [606, 304],
  [756, 326],
  [892, 384],
);

const wide: Plan = {
  name: 'wide',
  box: [1600, 704],
  bleed: 760,
  radius: 60,
  courses: {
    L: new Course([...WIDE_MAIN, ...points([1052, 250], [1206, 208], [1322, 200], [1440, 238])]),
    R: new Course([...WIDE_MAIN, ...points([1052, 518], [1206, 556], [1322, 568], [1440, 608])]),
  },
  deposits: points([604, 166], [764, 478], [858, 230], [1098, 382], [1246, 384]),
  sign: point(998, 394),
  meadow: point(1186, 340),
  animals: 1,
  spring: { x: 128, y: 407, angle: 0, scale: 0.6 },
  dock: {
    centre: point(282, 598),
    rx: 300,
    ry: 116,
    berths: [point(96, 598), point(476, 580)],
    heading: -78,
    jetty: [point(300, 518), point(300, 446)],
    pennant: point(0, 78),
    landing: point(300, 510),
  },
  pool: points(
    [1488, 428],
    [1540, 493],
    [1470, 518],
    [1530, 378],
    [1545, 568],
    [1478, 598],
    [1540, 643],
    [1475, 348],
    [1545, 303],
    [1470, 663],
    [1530, 248],
    [1560, 438],
  ),
  sun: point(452, 40),
  clouds: points([700, 30], [1030, 22], [1400, 32]),
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
  sun: point(300, -70),
  clouds: points([130, -24], [470, -60], [700, -10]),
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
