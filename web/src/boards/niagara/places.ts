/** Where pieces lie: canoes on discs, ashore and lost; gems on deposits; the ways between places. */
import type { Arm, CanoeName, GemName, PlaceName } from '../../protocol';
import { distance, mix, noise, type Point, type Spot } from '../art/geometry';
import { armOf, beside, discAt, type DiscName, knotOf, type Plan, wet } from './layouts';

export const GEMS: readonly GemName[] = ['amethyst', 'diamond', 'amber', 'sapphire', 'ruby'];
export const CANOE_LENGTH = 108;
/** A canoe with two places. */
export const DOUBLE_LENGTH = 132;
export const CANOE_WIDTH = 36;

/** Number a player's canoe the way players call it. */
export const numberOf = (canoe: CanoeName): string => (canoe === 'a' ? '1' : '2');

/** Name a canoe of the whole table: seat and name. */
export type CanoeId = `${number}${CanoeName}`;
/** Diamond Joe has a canoe and no seat. */
export type BoatId = CanoeId | 'joe';

export interface Berthed {
  readonly id: BoatId;
  readonly seat: number;
  readonly name: CanoeName;
  readonly place: PlaceName;
  /** Room for gems: one or two. */
  readonly places: number;
}

/** Rows (across the stream) of canoes in columns (along it), and how small they are, by how many share a disc. */
const CROWDS: readonly (readonly [most: number, columns: number, scale: number, pitch: number])[] = [
  [1, 1, 1, 0],
  [2, 1, 0.96, 38],
  [3, 1, 0.86, 33],
  [4, 1, 0.8, 29],
  [6, 2, 0.68, 32],
  [8, 2, 0.64, 26],
  [12, 2, 0.6, 21.5],
];

/** Arrange `count` canoes on one disc: offsets along and across the stream, none on top of another. */
export function crowd(count: number, length = CANOE_LENGTH): { along: number; across: number; scale: number }[] {
  const row = CROWDS.find(([most]) => count <= most) ?? CROWDS[CROWDS.length - 1];
  const [, columns, single, pitch] = row as (typeof CROWDS)[number];
  // Long canoes in two columns would reach into the next disc.
  const scale = columns > 1 ? single * Math.min(1, (CANOE_LENGTH + 10) / length) : single;
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, i) => {
    const column = Math.floor(i / rows);
    const inColumn = Math.min(rows, count - column * rows);
    return {
      along: (column - (columns - 1) / 2) * (length * scale + 3),
      across: ((i % rows) - (inColumn - 1) / 2) * pitch,
      scale,
    };
  });
}

function turned(centre: Point, heading: number, along: number, across: number): Point {
  const angle = (heading * Math.PI) / 180;
  return {
    x: centre.x + Math.cos(angle) * along - Math.sin(angle) * across,
    y: centre.y + Math.sin(angle) * along + Math.cos(angle) * across,
  };
}

/** Tell which way canoes lie on a disc: with the stream, letters to be read from the left. */
export function headingAt(plan: Plan, place: PlaceName): number {
  if (place === 'dock') return plan.dock.heading;
  if (place === 'lost') return 0;
  const heading = plan.courses[armOf(place)].heading(knotOf(place));
  // The fork bends the course sharply; canoes turn only half as far.
  return plan.name === 'wide' ? heading * 0.5 : 90 + (heading - 90) * 0.5;
}

/** Find the middle of a seat's berth on the beach; `seats` is how many share it. */
export function berth(plan: Plan, seat: number, seats: number): Point {
  const [first, last] = plan.dock.berths;
  return seats === 1 ? mix(first, last, 0.5) : mix(first, last, seat / (seats - 1));
}

/** Find where a seat's pennant stands. */
export function pennant(plan: Plan, seat: number, seats: number): Point {
  const at = berth(plan, seat, seats);
  return { x: at.x + plan.dock.pennant.x, y: at.y + plan.dock.pennant.y };
}

/** Find where every canoe lies. */
export function moor(plan: Plan, canoes: readonly Berthed[], seats: number): Map<BoatId, Spot> {
  const spots = new Map<BoatId, Spot>();
  const groups = new Map<PlaceName, Berthed[]>();
  for (const canoe of canoes) groups.set(canoe.place, [...(groups.get(canoe.place) ?? []), canoe]);
  for (const [place, group] of groups) {
    if (place === 'dock') {
      for (const canoe of group) spots.set(canoe.id, ashore(plan, canoe, seats));
    } else if (place === 'lost') {
      group.forEach((canoe, i) => spots.set(canoe.id, wreck(plan, i)));
    } else {
      const centre = discAt(plan, place);
      const angle = headingAt(plan, place);
      const length = group.some(({ places }) => places > 1) ? DOUBLE_LENGTH : CANOE_LENGTH;
      crowd(group.length, length).forEach(({ along, across, scale }, i) => {
        const canoe = group[i] as Berthed;
        spots.set(canoe.id, { ...turned(centre, angle, along, across), angle, scale });
      });
    }
  }
  return spots;
}

function ashore(plan: Plan, canoe: Berthed, seats: number): Spot {
  const angle = plan.dock.heading;
  // Canoe a lies on the left in both pictures, whichever way the bows point.
  const left = angle > 0 ? 1 : -1;
  const across = (canoe.name === 'a' ? left : -left) * (seats > 5 ? 17 : 20);
  return { ...turned(berth(plan, canoe.seat, seats), angle, 0, across), angle, scale: seats > 5 ? 0.8 : 0.9 };
}

function wreck(plan: Plan, index: number): Spot {
  const at = plan.pool[index % plan.pool.length] as Point;
  return { ...at, angle: (index % 2 ? -1 : 1) * (14 + ((index * 37) % 30)), scale: 0.78 };
}

/** Lay out the gems of a deposit: each one's offset from the middle, back row first; at most `most` of them are drawn. */
export function heap(count: number, most = 8): Point[] {
  const shown = Math.min(count, most);
  const back = shown > 3 ? Math.floor(shown / 2) : 0;
  const draw = noise(shown + 5);
  return Array.from({ length: shown }, (_, i) => {
    const inBack = i < back;
    const inRow = inBack ? back : shown - back;
    const index = inBack ? i : i - back;
    return {
      x: (index - (inRow - 1) / 2) * 27 + (draw() - 0.5) * 4,
      y: (back ? (inBack ? -13 : 12) : 0) + (draw() - 0.5) * 4,
    };
  });
}

/** List the gems of a deposit in the order in which they are drawn. */
export function gemsOf(deposit: Partial<Record<GemName, number>>): GemName[] {
  return GEMS.flatMap((gem) => Array.from({ length: deposit[gem] ?? 0 }, () => gem));
}

/** Tell which deposit lies beside a place, or −1. */
export function siteBeside(place: PlaceName): number {
  const disc = Number(place[0]);
  return Number.isNaN(disc) ? -1 : disc - 3 >= 0 ? disc - 3 : -1;
}

/** Find where a place is, for arrows and flights. */
export function middle(plan: Plan, place: PlaceName): Point {
  if (place === 'dock') return plan.dock.landing;
  if (place === 'lost') return plan.pool[0] as Point;
  return discAt(plan, place);
}

/** List the points of the way by water from one place to another; downstream into an arm, upstream, ashore or afloat. */
export function way(plan: Plan, from: PlaceName, to: PlaceName): Point[] {
  if (wet(from) && wet(to)) return from === to ? [discAt(plan, from)] : stretch(plan, from, to);
  if (wet(from) && to === 'dock') return [...stretch(plan, from, '1'), plan.dock.landing];
  if (wet(from)) return over(plan, armOf(from), knotOf(from));
  if (from === 'dock' && wet(to)) return [plan.dock.landing, ...stretch(plan, '1', to)];
  return [middle(plan, from), middle(plan, to)];
}

function stretch(plan: Plan, from: DiscName, to: DiscName): Point[] {
  // From arm to arm only the whirlpool takes anything, and only by disc 5.
  if (from.length > 1 && to.length > 1 && armOf(from) !== armOf(to)) {
    return [...stretch(plan, from, '5'), ...stretch(plan, '5', to).slice(1)];
  }
  const deeper = knotOf(from) > knotOf(to) ? from : to;
  return plan.courses[armOf(deeper)].walk(knotOf(from), knotOf(to));
}

/** List the points on the way over the falls. */
export function over(plan: Plan, arm: Arm, from: number): Point[] {
  const course = plan.courses[arm];
  return course.walk(from, course.end);
}

/** Count the discs from one place to another. */
export function steps(from: PlaceName, to: PlaceName): number {
  return Math.abs(depthOf(from) - depthOf(to));
}

/** Tell how deep a place lies: discs from the dock to it. */
function depthOf(place: PlaceName): number {
  return place === 'dock' || place === 'lost' ? 0 : Number(place[0]);
}

/** Move spots that are closer than `gap` away from each other, so that a finger can tell two canoes on one disc apart. */
export function apart(spots: readonly Point[], gap: number): Point[] {
  const [a, b] = spots;
  if (spots.length !== 2 || !a || !b) return [...spots];
  const far = distance(a, b);
  if (far >= gap) return [a, b];
  const away = far > 0 ? { x: (b.x - a.x) / far, y: (b.y - a.y) / far } : { x: 1, y: 0 };
  const push = (gap - far) / 2;
  return [
    { x: a.x - away.x * push, y: a.y - away.y * push },
    { x: b.x + away.x * push, y: b.y + away.y * push },
  ];
}

/** Find where a rope from a disc is made fast: a post on the bank, a little upstream. */
export function postAt(plan: Plan, place: DiscName): Point {
  return beside(plan, place, -plan.radius * 0.62, plan.radius + 26);
}

/** Find where the beaver swims: on the rim of its disc, where canoes leave it room. */
export function beaverAt(plan: Plan, place: DiscName): Spot {
  return { ...beside(plan, place, plan.radius * 0.56, -plan.radius * 0.62), angle: 0, scale: plan.radius / 60 };
}

/** Find where the whirlpool is drawn; one that has fallen waits upstream. */
export function whirlpoolAt(plan: Plan, place: PlaceName): Spot {
  return wet(place) ? { ...discAt(plan, place), angle: 0, scale: plan.radius / 60 } : plan.spring;
}

/** List where the whirlpool takes what is on it: one disc down, at the fork into either arm, from disc 7 over the falls. */
export function drainsOf(plan: Plan, place: PlaceName): Point[] {
  if (!wet(place)) return [];
  if (place === '5') return [discAt(plan, '6L'), discAt(plan, '6R')];
  return [plan.courses[armOf(place)].at(knotOf(place) + 1)];
}

/** Find the moose: on the bank, or in its canoe; null where the game has none. */
export function mooseAt(plan: Plan, moose: CanoeId | 'free' | null, spots: ReadonlyMap<BoatId, Spot>): Point | null {
  if (moose === null) return null;
  return moose === 'free' ? plan.meadow : (spots.get(moose) ?? null);
}
