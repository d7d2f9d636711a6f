/** Where the board looks: at the whole map, at the part of the river in play, or closely at one place. */
import type { Point } from '../art/geometry';
import { type Chart, UNIT } from './chart';

export interface Room {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Camera {
  /** Pixels of a unit. */
  readonly zoom: number;
  readonly transform: string;
}

/** What must be in the picture. */
export interface Subject {
  readonly points: readonly Point[];
  /** How close the camera may come: pixels of a cell. */
  readonly close: number;
  /** Cells around the points. */
  readonly around: number;
}

/** Whose move it is, and how it is known. */
interface Turn {
  /** What is shown moves this player's canoe; undefined: nothing is being shown. */
  readonly shown: number | null | undefined;
  readonly drafting: boolean;
  readonly turn: number | null;
  readonly you: number | null;
}

/** Tell whose canoe the camera follows: while cards are played, each by somebody else, it rests with one's own. */
export function followed(front: 'river' | 'cards', { shown, drafting, turn, you }: Turn): number | null {
  if (front === 'cards') return you;
  // What a draft shows is one's own move, whoever is next.
  return shown === undefined ? (drafting ? you : (turn ?? you)) : shown;
}

/** What a canoe takes around its place. */
const HALF = 0.5 * UNIT;

/** Land that is always shown around the map. */
const MARGIN = 0.85 * UNIT;

/** Tell how large a map is drawn when all of it is in the picture. */
export function whole(map: Chart, room: Room): number {
  return Math.min(room.width / (map.columns * UNIT + 2 * MARGIN), room.height / (map.height * UNIT + 2 * MARGIN));
}

/** Look at a subject, or at the whole map; never farther beyond the map's edge than its margin. Where a point of the subject would
 * lie in the lower right `corner`, below what covers that, all are shown above it. */
export function look(map: Chart, room: Room, subject: Subject | null, corner?: Pick<Room, 'width' | 'height'>): Camera {
  const width = map.columns * UNIT;
  const height = map.height * UNIT;
  const least = whole(map, room);
  const xs = subject?.points.map(({ x }) => x) ?? [];
  const ys = subject?.points.map(({ y }) => y) ?? [];
  const box =
    subject && xs.length
      ? { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
      : { left: 0, right: width, top: 0, bottom: height };
  let zoom = least;
  if (subject && xs.length) {
    const pad = 2 * subject.around * UNIT;
    const fits = Math.min(room.width / (box.right - box.left + pad), room.height / (box.bottom - box.top + pad));
    zoom = Math.max(least, Math.min(fits, subject.close / UNIT));
  }
  const hold = (middle: number, size: number, seen: number): number =>
    size + 2 * MARGIN <= seen + 1 ? size / 2 : Math.max(seen / 2 - MARGIN, Math.min(size + MARGIN - seen / 2, middle));
  const x = hold((box.left + box.right) / 2, width, room.width / zoom);
  const y = hold((box.top + box.bottom) / 2, height, room.height / zoom);
  const isUnder = (point: Point, corner: Pick<Room, 'width' | 'height'>): boolean =>
    (point.x - x + HALF) * zoom > room.width / 2 - corner.width &&
    (point.y - y + HALF) * zoom > room.height / 2 - corner.height;
  if (corner && subject?.points.some((point) => isUnder(point, corner)))
    return look(map, { ...room, height: room.height - corner.height }, subject);
  return {
    zoom,
    transform: `translate(${(room.x + room.width / 2 - x * zoom).toFixed(1)}px, ${(room.y + room.height / 2 - y * zoom).toFixed(1)}px) scale(${zoom.toFixed(4)})`,
  };
}
