/** Where canoes lie in the picture, and the ways between. */
import type { Point, Spot } from '../art/geometry';
import { centre, type Chart, heading, same, UNIT } from './chart';
import type { Cell } from '../../protocol';

export interface Afloat {
  readonly seat: number;
  readonly cell: Cell | null;
}

/** Size of a canoe, whose drawing is 108 long. */
export const CANOE = 0.62;

/** Put a spot into the transform of a drawing. */
export const place = ({ x, y, angle, scale }: Spot): string =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${angle.toFixed(1)}deg) scale(${scale.toFixed(3)})`;

/** Find every canoe's place: on its cell, fanned out on the gangway, or drawn up in the camp before the game. */
export function moor(map: Chart, canoes: readonly Afloat[]): Map<number, Spot> {
  const ashore = camp(map);
  return new Map(
    canoes.map(({ seat, cell }, i) => {
      if (!cell)
        return [seat, { x: ashore.x, y: ashore.y + (i - (canoes.length - 1) / 2) * 27, angle: 0, scale: CANOE }];
      const angle = heading(map, cell);
      const here = canoes.filter((other) => other.cell && same(other.cell, cell));
      const at = centre(cell);
      if (here.length === 1) return [seat, { ...at, angle, scale: CANOE }];
      const nth = here.findIndex((other) => other.seat === seat) - (here.length - 1) / 2;
      const gap = Math.min(25, 90 / here.length);
      const turn = ((angle + 90) * Math.PI) / 180;
      return [
        seat,
        { x: at.x + Math.cos(turn) * nth * gap, y: at.y + Math.sin(turn) * nth * gap, angle, scale: CANOE * 0.86 },
      ];
    }),
  );
}

/** Canoes without a jetty yet lie behind the jetties, on land. */
function camp(map: Chart): Point {
  const first = map.starts[0];
  if (!first) return { x: UNIT, y: UNIT };
  const all = map.starts.map(centre);
  const x = all.reduce((sum, at) => sum + at.x, 0) / all.length;
  const y = all.reduce((sum, at) => sum + at.y, 0) / all.length;
  const [dx, dy] = first.facing;
  return { x: x - dx * UNIT * 1.5, y: y - dy * UNIT * 1.5 };
}

/** Point the way a canoe goes along its path, in degrees. */
export function towards(from: Point, to: Point): number {
  return (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
}
