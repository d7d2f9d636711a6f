/** The falls: where water bends over the edge, clear as glass and bowed, and the strands in which it falls. */
import { blob, line, noise, type Point } from '../art/geometry';
import { centre, type Chart, same, type Step, UNIT } from './chart';
import type { Cell } from '../../protocol';

/** Spaces of the edge side by side, over which the water falls the same way. */
export interface Brink {
  readonly cells: readonly Cell[];
  /** Find a point: `across` from 0 to 1 along the edge, `down` in cells from where the water bends. */
  readonly at: (across: number, down: number) => Point;
}

export interface Falls {
  /** The water behind the strands, torn where it strikes. */
  readonly sheets: readonly string[];
  readonly strands: readonly { readonly path: string; readonly tone: number }[];
  /** Where the water is whole: its papers, the deepest in the middle. */
  readonly lips: readonly { readonly path: string; readonly tone: number }[];
  /** The light on the bend. */
  readonly gleams: readonly string[];
}

const made = new WeakMap<Chart, readonly Brink[]>();

/** Get the edges over which the water of a map falls; made once. */
export function brinks(map: Chart): readonly Brink[] {
  let found = made.get(map);
  if (!found) made.set(map, (found = rows(map).map(brink)));
  return found;
}

/** Draw the falls of a map. */
export function falls(map: Chart): Falls {
  const all = brinks(map).map(curtain);
  return {
    sheets: all.flatMap(({ sheets }) => sheets),
    strands: all.flatMap(({ strands }) => strands),
    lips: all.flatMap(({ lips }) => lips),
    gleams: all.flatMap(({ gleams }) => gleams),
  };
}

interface Row {
  readonly cells: readonly Cell[];
  readonly flow: Step;
}

function rows({ falls: spaces }: Chart): Row[] {
  const beside = ({ column, row }: Cell, [dx, dy]: Step, by: number): Cell => ({
    column: column - dy * by,
    row: row + dx * by,
  });
  return spaces.flatMap((space) => {
    const next = (cell: Cell): Cell | undefined =>
      spaces.find((each) => same(each, cell) && each.flow[0] === space.flow[0] && each.flow[1] === space.flow[1]);
    if (next(beside(space, space.flow, -1))) return [];
    const cells: Cell[] = [];
    for (let here: Cell | undefined = space; here; here = next(beside(here, space.flow, 1))) cells.push(here);
    return [{ cells, flow: space.flow }];
  });
}

function brink({ cells, flow: [dx, dy] }: Row): Brink {
  const first = centre(cells[0] as Cell);
  // The banks cover its ends.
  const wide = cells.length + 0.4;
  const bow = Math.min(0.45, 0.1 * cells.length);
  return {
    cells,
    at: (across, down) => {
      const aside = across * wide - 0.7;
      const along = down - 0.55 + bow * (1 - (2 * across - 1) ** 2);
      return { x: first.x + (dx * along - dy * aside) * UNIT, y: first.y + (dy * along + dx * aside) * UNIT };
    },
  };
}

function curtain({ cells, at }: Brink): Falls {
  const draw = noise(31 + (cells[0]?.column ?? 0));
  const count = cells.length * 5;
  const row = (steps: number, down: (i: number) => number, from = 0, to = 1): Point[] =>
    Array.from({ length: steps + 1 }, (_, i) => at(from + ((to - from) * i) / steps, down(i)));
  const closed = (far: readonly Point[], near: readonly Point[]): string =>
    `${line(far)}${line([...near].reverse()).replace('M', 'L')}Z`;
  const flat = (down: number) => (): number => down;
  return {
    sheets: [
      closed(
        row(count, (i) => 0.62 + (i % 2 ? 0.16 : 0) + 0.1 * draw()),
        row(count, flat(-0.04)),
      ),
    ],
    strands: Array.from({ length: count }, (_, i) => {
      const from = 0.08 + 0.3 * draw() ** 1.6;
      const across = (i + 0.2 + 0.6 * draw()) / count;
      return {
        path: strand(at, across, from, from + 0.4 + 0.45 * draw(), (0.3 + 0.3 * draw()) / count),
        tone: Math.floor(draw() * 4),
      };
    }),
    lips: [0.3, 0.2, 0.11].map((down, tone) => {
      const inset = (tone * 0.3) / (cells.length + 1);
      const steps = Math.max(4, Math.round(cells.length * 2.5));
      return {
        path: closed(
          row(steps, (i) => down * (i % 2 ? 1.3 : 0.7) + 0.05 * draw(), inset, 1 - inset),
          row(steps, flat([-0.5, -0.12, -0.05][tone] ?? 0), inset, 1 - inset),
        ),
        tone,
      };
    }),
    gleams: (
      [
        [0.06, 0.2, 0.1],
        [0.2, 0.5, 0.03],
        [0.56, 0.66, 0.13],
        [0.62, 0.93, 0.05],
      ] as const
    ).map(([from, to, down]) =>
      blob([
        ...row(6, (i) => down + 0.022 * Math.sin((Math.PI * i) / 6), from, to),
        ...row(6, (i) => down - 0.022 * Math.sin((Math.PI * i) / 6), from, to).reverse(),
      ]),
    ),
  };
}

/** Cut a strand: thin where it begins, broader as it falls, torn off at the end. */
function strand(at: Brink['at'], across: number, from: number, to: number, half: number): string {
  const shares = [0, 0.25, 0.5, 0.75, 1];
  const side = (sign: 1 | -1): Point[] =>
    shares.map((share) => {
      const wide = half * Math.sin(Math.PI * (0.06 + share * 0.86)) * (0.5 + share * 0.7);
      return at(across + sign * wide, from + (to - from) * share);
    });
  return blob([...side(1), ...side(-1).reverse()]);
}
