/** A board's text map, read for drawing: what each cell is, which way things face, how far it is to the village. */
import type { Point } from '../art/geometry';
import type { Cell } from '../../protocol';

/** Side of a cell in the picture's units. */
export const UNIT = 60;
/** Land around the map whose heights are measured, in cells; beyond it all is high. */
export const BLEED = 7;

export type Step = readonly [columns: number, rows: number];

const ARROWS: Readonly<Record<string, Step>> = { '^': [0, -1], v: [0, 1], '<': [-1, 0], '>': [1, 0] };
const SIDES: readonly Step[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];
const ROUND: readonly Step[] = [...SIDES, [1, -1], [1, 1], [-1, 1], [-1, -1]];

/** Give the middle of a cell. */
export const centre = ({ column, row }: Cell): Point => ({ x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT });

export const same = (a: Cell, b: Cell): boolean => a.column === b.column && a.row === b.row;

export interface Chart {
  readonly rows: readonly string[];
  readonly columns: number;
  readonly height: number;
  /** A number made of the map, so that the same map always grows the same wood. */
  readonly seed: number;
  readonly calm: readonly Cell[];
  readonly rapids: readonly (Cell & { readonly flow: Step })[];
  /** The spaces of the waterfall, and which way it falls; in a pool that nothing leads out of, the water turns. */
  readonly falls: readonly (Cell & { readonly flow: Step })[];
  readonly pools: readonly (readonly Cell[])[];
  /** Jetties, and which way the water lies. */
  readonly starts: readonly (Cell & { readonly facing: Step })[];
  readonly villages: readonly (Cell & { readonly facing: Step })[];
  readonly gangway: (Cell & { readonly facing: Step }) | null;
  readonly caves: readonly Cell[];
  /** Groups of spaces that belong to a camp. */
  readonly camps: readonly (readonly Cell[])[];
  /** Steps to the village over open spaces; undefined where no way leads. */
  readonly distance: ReadonlyMap<string, number>;
}

/** Marks of open water: calm, or rapids by the way they run. */
const OPEN = '.^v<>';

/** Tell whether a canoe floats on open water here. */
export const isWater = (rows: readonly string[], cell: Cell | null): boolean =>
  cell !== null && OPEN.includes(rows[cell.row]?.[cell.column] ?? '#');

export const key = ({ column, row }: Cell): string => `${column},${row}`;

const charted = new Map<string, Chart>();

/** Maps that are kept, with all that was made of them; somebody who draws a map makes a new one with every key. */
const KEPT = 6;

/** Read a map; a map in use is read once. */
export function chart(rows: readonly string[]): Chart {
  const text = rows.join('\n');
  const found = charted.get(text) ?? read(rows, text);
  charted.delete(text);
  charted.set(text, found);
  const [oldest] = charted.keys();
  if (charted.size > KEPT && oldest !== undefined) charted.delete(oldest);
  return found;
}

function read(rows: readonly string[], text: string): Chart {
  const columns = Math.max(1, ...rows.map((line) => line.length));
  const cells = rows.flatMap((line, row) => [...line].map((kind, column) => ({ column, row, kind })));
  const kindAt = (column: number, row: number): string => rows[row]?.[column] ?? '#';
  const of = (kinds: string): Cell[] =>
    cells.filter(({ kind }) => kinds.includes(kind)).map(({ column, row }) => ({ column, row }));
  const facing = (cell: Cell, towards: string): Cell & { facing: Step } => ({
    ...cell,
    facing: outlook((dx, dy) => towards.includes(kindAt(cell.column + dx, cell.row + dy))),
  });
  const falls = of('W').map((cell) => ({ ...cell, flow: fallsTo(cell, kindAt) }));
  return {
    rows,
    columns,
    height: rows.length,
    seed: [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7),
    calm: of('.'),
    rapids: cells.flatMap(({ column, row, kind }) => {
      const flow = ARROWS[kind];
      return flow ? [{ column, row, flow }] : [];
    }),
    ...pooled(falls, columns, rows.length, kindAt),
    starts: of('S').map((cell) => facing(cell, OPEN)),
    villages: of('V').map((cell) => facing(cell, OPEN)),
    gangway: of('G').map((cell) => facing(cell, OPEN))[0] ?? null,
    caves: of('C'),
    camps: groups(of('T')),
    distance: distances(of('V'), kindAt),
  };
}

/** Look to the water, with land behind if it can be. */
function outlook(wet: (dx: number, dy: number) => boolean): Step {
  const sides = ROUND.filter(([dx, dy]) => wet(dx, dy));
  return sides.find(([dx, dy]) => !wet(-dx, -dy)) ?? sides[0] ?? [1, 0];
}

const leads = (kind: string, [dx, dy]: Step): boolean => ARROWS[kind]?.[0] === dx && ARROWS[kind][1] === dy;

/** Tell which way the water leaves over a space of the falls: as the arrows lead into it, or as its neighbours fall. */
function fallsTo({ column, row }: Cell, kindAt: (column: number, row: number) => string): Step {
  const from = SIDES.find((side) => leads(kindAt(column - side[0], row - side[1]), side));
  if (from) return from;
  const nearest = [1, 2, 3, 4].flatMap((far) =>
    ROUND.map(([dx, dy]) => ARROWS[kindAt(column + dx * far, row + dy * far)]),
  );
  return nearest.find((arrow) => arrow !== undefined) ?? [0, -1];
}

/** Tell falls from pools in the middle of the map, into which currents lead from more than one side. */
function pooled(
  falls: readonly (Cell & { readonly flow: Step })[],
  columns: number,
  height: number,
  kindAt: (column: number, row: number) => string,
): Pick<Chart, 'falls' | 'pools'> {
  const leaves = ({ column, row }: Cell): boolean =>
    column === 0 || row === 0 || column === columns - 1 || row === height - 1;
  const enters = (group: readonly Cell[], [dx, dy]: Step): boolean =>
    group.some(({ column, row }) => leads(kindAt(column - dx, row - dy), [dx, dy]));
  const pools = groups(falls).filter(
    (group) => !group.some(leaves) && SIDES.filter((side) => enters(group, side)).length > 1,
  );
  return { falls: falls.filter((cell) => !pools.some((pool) => pool.some((each) => same(each, cell)))), pools };
}

/** Gather cells that lie side by side. */
function groups(cells: readonly Cell[]): Cell[][] {
  const found: Cell[][] = [];
  for (const cell of cells) {
    const near = found.filter((group) =>
      group.some(({ column, row }) => Math.abs(column - cell.column) + Math.abs(row - cell.row) === 1),
    );
    for (const group of near) found.splice(found.indexOf(group), 1);
    found.push([...near.flat(), cell]);
  }
  return found;
}

function distances(villages: readonly Cell[], kindAt: (column: number, row: number) => string): Map<string, number> {
  const found = new Map<string, number>(villages.map((cell) => [key(cell), 0]));
  let edge = [...villages];
  for (let steps = 1; edge.length > 0; steps++) {
    const next: Cell[] = [];
    for (const { column, row } of edge) {
      for (const [dx, dy] of ROUND) {
        const cell = { column: column + dx, row: row + dy };
        const kind = kindAt(cell.column, cell.row);
        if (found.has(key(cell)) || !'.^v<>SG'.includes(kind)) continue;
        found.set(key(cell), steps);
        // Nobody paddles through a start jetty or the gangway.
        if (!'SG'.includes(kind)) next.push(cell);
      }
    }
    edge = next;
  }
  return found;
}

/** Tell which way a canoe on a cell looks: down to the village, in degrees clockwise from the right. */
export function heading(map: Chart, cell: Cell): number {
  const jetty = [...map.starts, ...(map.gangway ? [map.gangway] : [])].find((each) => same(each, cell));
  if (jetty) return degrees(jetty.facing);
  const village = map.villages.find((each) => same(each, cell));
  if (village) return degrees([-village.facing[0], -village.facing[1]]);
  const here = map.distance.get(key(cell)) ?? 0;
  let x = 0;
  let y = 0;
  for (const [dx, dy] of ROUND) {
    const there = map.distance.get(key({ column: cell.column + dx, row: cell.row + dy }));
    if (there !== undefined && there < here) {
      x += dx;
      y += dy;
    }
  }
  return x || y ? degrees([x, y]) : 0;
}

/** Turn a step into degrees, clockwise from the right. */
export const degrees = ([dx, dy]: Step): number => (Math.atan2(dy, dx) * 180) / Math.PI;
