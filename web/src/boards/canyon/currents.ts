/** How the water of a map runs: slow drift on calm water, strokes along the arrows, strands that fall, foam that turns. */
import { noise, type Point } from '../art/geometry';
import type { Puff, Strand, Stream } from '../art/stream';
import { brinks } from './brink';
import { centre, type Chart, heading, key, type Step, UNIT } from './chart';
import { relief } from './relief';

/** Colours of running water, as the numbers of its strands name them. */
export const TONES = [
  'var(--gorge-drift)',
  'var(--gorge-curtain-2)',
  'var(--gorge-curtain-1)',
  'var(--gorge-foam)',
  'var(--gorge-gleam)',
];
const [DRIFT, DARK, PALE, FOAM, GLEAM] = [0, 1, 2, 3, 4];

/** Running water, apart by how often it must be drawn. */
export interface Currents {
  readonly slow: Stream;
  readonly swift: Stream;
}

const made = new WeakMap<Chart, Currents>();

/** Get the running water of a map; made once. */
export function currents(map: Chart): Currents {
  let found = made.get(map);
  if (!found) made.set(map, (found = make(map)));
  return found;
}

function make(map: Chart): Currents {
  return {
    slow: { strands: [...calm(map), ...gleams(map)] },
    swift: { strands: [...rapids(map), ...falls(map), ...pools(map)], puffs: mist(map) },
  };
}

/** Turn a direction in degrees into a step of one unit of length. */
function unit(degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

/** Lay slow strokes on calm water: down to the village, and never near the shore. */
function calm(map: Chart): Strand[] {
  const { shore } = relief(map);
  const draw = noise(map.seed + 11);
  const flows = new Map<string, Point>(map.calm.map((cell) => [key(cell), unit(heading(map, cell))]));
  for (const cell of map.rapids) flows.set(key(cell), { x: cell.flow[0], y: cell.flow[1] });
  /** Mix the directions of the four cells around a point. */
  const flow = ({ x, y }: Point): Point => {
    const column = Math.floor(x / UNIT - 0.5);
    const row = Math.floor(y / UNIT - 0.5);
    const u = x / UNIT - 0.5 - column;
    const v = y / UNIT - 0.5 - row;
    const sum = { x: 0, y: 0 };
    for (const [i, j, part] of [
      [0, 0, (1 - u) * (1 - v)],
      [1, 0, u * (1 - v)],
      [0, 1, (1 - u) * v],
      [1, 1, u * v],
    ] as const) {
      const here = flows.get(key({ column: column + i, row: row + j }));
      sum.x += (here?.x ?? 0) * part;
      sum.y += (here?.y ?? 0) * part;
    }
    const length = Math.hypot(sum.x, sum.y) || 1;
    return { x: sum.x / length, y: sum.y / length };
  };
  const rough = new Set(map.rapids.map(key));
  return map.calm.flatMap((cell): Strand[] => {
    const middle = centre(cell);
    let here = { x: middle.x + (draw() - 0.5) * UNIT, y: middle.y + (draw() - 0.5) * UNIT };
    const way: Point[] = [];
    for (let step = 0; step < 22; step++) {
      const wet = shore(here) < -0.2;
      if (!wet || rough.has(key({ column: Math.floor(here.x / UNIT), row: Math.floor(here.y / UNIT) }))) break;
      way.push(here);
      const { x, y } = flow(here);
      here = { x: here.x + x * 9, y: here.y + y * 9 };
    }
    const [lasts, phase, long, wide] = [0.9 + draw() * 0.5, draw(), 0.3 + draw() * 0.16, 2.2 + draw() * 2];
    return way.length < 7 ? [] : [{ way, lasts: lasts * way.length * 0.62, phase, long, wide, tone: DRIFT }];
  });
}

/** Lay strokes of foam on both sides of every arrow. */
function rapids(map: Chart): Strand[] {
  const draw = noise(map.seed + 12);
  return map.rapids.flatMap((cell) =>
    [-0.33, 0.3, 0].flatMap((aside, nth): Strand[] => {
      const off = aside + (draw() - 0.5) * 0.2;
      const [lasts, phase, long, wide] = [1.5 + draw() * 0.9, draw(), 0.4 + draw() * 0.2, 3 + draw() * 3.4];
      const bend = (draw() - 0.5) * 0.16;
      const way = [-0.62, -0.3, 0, 0.3, 0.5].map((along, i) =>
        beside(cell, cell.flow, along, off + bend * Math.sin((i / 4) * Math.PI)),
      );
      // The middle is the arrow's.
      return nth < 2 ? [{ way, lasts, phase, long, wide, tone: FOAM }] : [];
    }),
  );
}

/** Let water fall: every strand stretches and speeds up from the lip on. */
function falls(map: Chart): Strand[] {
  const draw = noise(map.seed + 13);
  return brinks(map).flatMap(({ cells, at }) => {
    const count = cells.length * 6;
    return Array.from({ length: count }, (_, i): Strand => {
      const across = (i + 0.5 + (draw() - 0.5) * 0.6) / count;
      const deep = 0.72 + draw() * 0.3;
      return {
        way: [0, 0.25, 0.5, 0.75, 1].map((time) => at(across, 0.04 + deep * time ** 1.9)),
        lasts: 0.9 + draw() * 0.4,
        phase: draw(),
        long: 0.42,
        wide: 3 + draw() * 4,
        tone: i % 2 ? FOAM : DARK,
      };
    });
  });
}

/** Let mist rise where the water strikes: a bank of clouds that overlap along the foot, the pale ones behind, not bubbles. */
function mist(map: Chart): Puff[] {
  const draw = noise(map.seed + 14);
  return map.falls.flatMap((cell) =>
    Array.from({ length: 6 }, (_, i): Puff => {
      const near = i % 2 > 0;
      const across = (Math.floor(i / 2) + 0.5 + (draw() - 0.5) * 0.5) / 3 - 0.5;
      const at = beside(cell, cell.flow, (near ? 0.56 : 0.66) + draw() * 0.1, across * 1.08);
      const [dx, dy] = cell.flow;
      return {
        ...at,
        r: (near ? 11 : 17) + draw() * 8,
        by: { x: dx * 12 + (draw() - 0.5) * 14, y: dy * 12 + (draw() - 0.5) * 4 },
        lasts: 4 + draw() * 4,
        phase: (i % 2) * 0.5 + draw() * 0.5,
        tone: near ? FOAM : PALE,
      };
    }),
  );
}

/** Turn foam into the middle of a pool, the quicker the nearer. */
function pools(map: Chart): Strand[] {
  const draw = noise(map.seed + 15);
  return map.pools.flatMap((pool) => {
    const spots = pool.map(centre);
    const x = spots.reduce((sum, at) => sum + at.x, 0) / spots.length;
    const y = spots.reduce((sum, at) => sum + at.y, 0) / spots.length;
    const size = (Math.sqrt(spots.length) * UNIT) / 2;
    return Array.from({ length: 16 }, (_, i): Strand => {
      const start = (i / 16) * 2 * Math.PI + draw();
      const way = Array.from({ length: 18 }, (_, step) => {
        const done = step / 17;
        const reach = size * (0.95 - 0.8 * done);
        const angle = start + 3.6 * done ** 1.4;
        return { x: x + Math.cos(angle) * reach, y: y + Math.sin(angle) * reach };
      });
      return {
        way,
        lasts: 3.4 + draw() * 1.4,
        phase: draw(),
        long: 0.2,
        wide: 4 + draw() * 3,
        tone: i % 3 ? FOAM : DARK,
      };
    });
  });
}

/** Let the village's lamps lie on the water before it, each in a few short strokes that come and go. */
function gleams(map: Chart): Strand[] {
  const draw = noise(map.seed + 16);
  return map.villages.flatMap((cell) =>
    Array.from({ length: 5 }, (_, i): Strand => {
      const off = (i % 2 ? 0.22 : -0.24) + (draw() - 0.5) * 0.16;
      const from = 0.42 + Math.floor(i / 2) * 0.2 + draw() * 0.08;
      return {
        way: [0, 1].map((time) => beside(cell, cell.facing, from + time * 0.34, off)),
        lasts: 3.2 + draw() * 2.4,
        phase: draw(),
        long: 0.7,
        wide: 5 + draw() * 3,
        tone: GLEAM,
      };
    }),
  );
}

/** Find a point beside the middle of a cell: so far along a direction, so far aside of it, in cells. */
function beside(cell: { column: number; row: number }, [dx, dy]: Step, along: number, aside: number): Point {
  const { x, y } = centre(cell);
  return { x: x + (dx * along - dy * aside) * UNIT, y: y + (dy * along + dx * aside) * UNIT };
}
