/** The pictures of the one river, as data, as far as the pieces need them (`country` has the rest): `wide` runs left to right, `tall` top to bottom. Units are the picture's own. */
import type { Arm, PlaceName } from '../../protocol';
import { Course, type Point, type Spot } from '../art/geometry';

export type Layout = 'wide' | 'tall';
/** Two more run downwards: one for a frame that is lower, and one for a slim one. */
export type PlanName = Layout | 'low' | 'slim';
export type DiscName = Exclude<PlaceName, 'dock' | 'lost'>;

export const DISCS: readonly DiscName[] = ['1', '2', '3', '4', '5', '6L', '7L', '6R', '7R'];
export const ARMS: readonly Arm[] = ['L', 'R'];

/** Knot of disc 1 on both courses; the knots before it lie upstream of the board. */
export const FIRST_KNOT = 3;
/** Knot at which an arm falls. */
export const BRINK = FIRST_KNOT + 7;

export interface Plan {
  readonly name: PlanName;
  /** Width and height that any frame shows in full; around it the picture goes on. */
  readonly box: readonly [number, number];
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
  readonly clouds: readonly [Point, ...Point[]];
}

export const points = (...pairs: readonly (readonly [number, number])[]): Point[] => pairs.map(([x, y]) => ({ x, y }));
export const point = (x: number, y: number): Point => ({ x, y });

const WIDE_MAIN = points(
  [-760, 112],
  [-330, 164],
  [-10, 206],
  [160, 312],
  [308, 332],
  [448, 250],
  [592, 226],
  [716, 362],
);

const wide: Plan = {
  name: 'wide',
  box: [1330, 810],
  radius: 60,
  courses: {
    L: new Course([...WIDE_MAIN, ...points([856, 224], [1004, 172], [1120, 164], [1236, 204])]),
    R: new Course([...WIDE_MAIN, ...points([856, 520], [1000, 612], [1122, 632], [1238, 676])]),
  },
  deposits: points([468, 398], [686, 120], [620, 456], [900, 358], [1042, 352]),
  sign: point(824, 384),
  meadow: point(990, 506),
  animals: 1,
  spring: { x: 60, y: 212, angle: 0, scale: 0.6 },
  dock: {
    centre: point(292, 636),
    rx: 290,
    ry: 112,
    berths: [point(98, 636), point(484, 620)],
    heading: -78,
    jetty: [point(216, 548), point(192, 404)],
    pennant: point(0, 78),
    landing: point(207, 492),
  },
  pool: points(
    [1254, 430],
    [1286, 486],
    [1246, 532],
    [1284, 384],
    [1288, 574],
    [1250, 338],
    [1262, 618],
    [1284, 296],
    [1284, 662],
    [1286, 766],
    [1246, 256],
    [1290, 216],
  ),
  clouds: [point(560, 24), point(850, 18), point(1190, 26)],
};

/** Make a picture that runs downwards, stretched across and down; what lies in it keeps its size. */
function upright(name: PlanName, across = 1, down = 1): Plan {
  const at = (x: number, y: number): Point => point(x * across, y * down);
  const all = (...pairs: readonly (readonly [number, number])[]): Point[] => pairs.map(([x, y]) => at(x, y));
  const main = all([900, -760], [770, -330], [650, -40], [588, 104], [656, 220], [574, 330], [440, 392], [400, 510]);
  return {
    name,
    box: [800 * across, 940 * down],
    radius: 58,
    courses: {
      L: new Course([...main, ...all([216, 604], [172, 728], [164, 806], [160, 900])]),
      R: new Course([...main, ...all([584, 604], [628, 728], [636, 806], [640, 900])]),
    },
    deposits: all([704, 362], [286, 392], [566, 462], [400, 652], [400, 750]),
    sign: at(400, 606),
    meadow: at(288, 722),
    animals: 0.66,
    spring: { ...at(634, 32), angle: 0, scale: 0.46 },
    dock: {
      centre: at(254, 150),
      rx: 266 * across,
      ry: 96 * down,
      berths: [at(67, 140), at(394, 134)],
      heading: 82,
      jetty: [at(420, 96), at(536, 98)],
      pennant: point(4, 74),
      landing: at(466, 96),
    },
    pool: all(
      [400, 890],
      [308, 894],
      [492, 890],
      [354, 862],
      [448, 862],
      [64, 892],
      [736, 892],
      [262, 874],
      [538, 874],
      [400, 850],
      [40, 862],
      [756, 862],
    ),
    clouds: [at(130, -24), at(470, -60), at(700, -10)],
  };
}

export const PLANS: Readonly<Record<PlanName, Plan>> = {
  wide,
  tall: upright('tall'),
  // Too low for the sign between disc and deposit: it stands beside them.
  low: { ...upright('low', 1.25, 0.89), sign: point(388, 578) },
  slim: upright('slim', 0.91, 1.04),
};

/** Choose the picture in which all is largest in a frame, of those that run its way. */
export function planFor(layout: Layout, width: number, height: number): Plan {
  const shape = width / height;
  return PLANS[layout === 'wide' ? layout : shape > 1.064 ? 'low' : shape < 0.818 ? 'slim' : 'tall'];
}

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

/** Find where a disc's name is written: within its rim, away from the deposit. Longer names are larger on small screens. */
export function numeralAt(plan: Plan, place: DiscName): Point {
  const far = place.length === 1 ? 0.79 : plan.name === 'wide' ? 0.72 : 0.62;
  return beside(plan, place, 0, plan.radius * far);
}

/** Tell whether a place lies in the river. */
export function wet(place: PlaceName | null): place is DiscName {
  return place !== null && place !== 'dock' && place !== 'lost';
}
