/** Cards and bids as they are written and drawn. */
import type { Point } from '../art/geometry';
import type { CanyonView, SuitName, TrickCard } from '../../protocol';

export const SUITS: readonly SuitName[] = ['fir', 'fish', 'flame', 'sun', 'feather'];

/** Read a card's text form. */
export function face(card: string): { readonly suit: SuitName; readonly value: number } {
  const [suit, value] = card.split(' ');
  return { suit: SUITS.find((each) => each === suit) ?? 'fir', value: Number(value) };
}

/** Whether the suit that was led leaves no card but this one, which a draft plays already. */
export const isOnlyOne = ({ led, leader, you, hand }: CanyonView, card: string): boolean =>
  led === face(card).suit && leader !== you && !hand.some((other) => other !== card && face(other).suit === led);

/** Who would take the trick as it lies: the highest trump, else the highest card of the suit led. */
export function leaderOf(trick: readonly TrickCard[], trump: SuitName | null): number | null {
  const cards = trick.map(({ seat, card }) => ({ seat, ...face(card) }));
  const suit = cards.some((each) => each.suit === trump) ? trump : cards[0]?.suit;
  const rivals = cards.filter((each) => each.suit === suit).sort((a, b) => b.value - a.value);
  return rivals[0]?.seat ?? null;
}

/** The viewer's cards as they are held, with the one that a draft plays still in its place. */
export function held(hand: readonly string[], chosen: string | null): readonly string[] {
  if (chosen === null || hand.includes(chosen)) return hand;
  const rank = (card: string): number => SUITS.indexOf(face(card).suit) * 20 + face(card).value;
  return [...hand, chosen].sort((a, b) => rank(a) - rank(b));
}

/** Lay a bid with speed cards, 1 to 5 each; none for 0. */
export function speedCards(bid: number): number[] {
  return bid > 5 ? [5, ...speedCards(bid - 5)] : bid > 0 ? [bid] : [];
}

/** Seats around the table as their owner sees them: this player first, the others clockwise. */
export function around(count: number, you: number | null): number[] {
  return Array.from({ length: count }, (_, i) => ((you ?? 0) + i) % count);
}

/** A place at the table, and from where cards come to it, in hundredths of its breadth and depth. */
export interface Spot extends Point {
  readonly out: Point;
}

export interface Seating {
  /** Breadth of a card in pixels. */
  readonly card: number;
  /** They lie in rows, as the panels do, not around the table. */
  readonly rows: number;
  readonly at: (nth: number) => Spot;
}

const HIGH = 1.4;
/** Pixels under a card for the canoe of its player, and between two cards. */
const [FOOT, GAP] = [18, 12];
/** Cards that are smaller are read with trouble; there is no need for larger ones. */
const [READABLE, LARGE] = [66, 92];

/** Seat some players at a table of so many pixels: around it where their cards stay readable, else in rows. */
export function seated(count: number, width: number, height: number): Seating {
  const round = Math.min(0.23 * width, 0.165 * height, 130);
  if (round >= READABLE) {
    const at = (nth: number): Spot => ({ ...seatAt(nth, count, 34, 35), out: seatAt(nth, count, 70, 80) });
    return { card: round, rows: 0, at };
  }
  const fit = (rows: number): number =>
    Math.min(breadth(count, width, rows), (height / rows - FOOT - GAP) / HIGH, LARGE);
  const rows = fit(1) >= fit(2) ? 1 : 2;
  return { card: fit(rows), rows, at: (nth) => inRows(nth, count, rows) };
}

const breadth = (count: number, width: number, rows: number): number => width / Math.ceil(count / rows) - GAP;

/** How deep a table of some breadth has to be for rows of cards that can be read. */
export function depth(count: number, width: number): number {
  const alone = breadth(count, width, 1);
  const [rows, card] = alone >= 0.7 * READABLE ? [1, alone] : [2, Math.min(READABLE, breadth(count, width, 2))];
  return rows * (Math.min(LARGE, card) * HIGH + FOOT + GAP);
}

/** In one row as the panels stand; of two, one's own is the lower, and turns go around clockwise. */
function inRows(nth: number, count: number, rows: number): Spot {
  const below = Math.floor(count / 2);
  const own = (below - 1) >> 1;
  const upper = rows === 1 || (nth > own && nth < own + 1 + count - below);
  const place = rows === 1 ? nth : upper ? nth - own - 1 : nth <= own ? own - nth : count - nth + own;
  const many = rows === 1 ? count : upper ? count - below : below;
  const x = (100 * (place + 0.5)) / many;
  const y = rows === 1 ? 50 : upper ? 25 : 75;
  return { x, y, out: { x, y: nth === 0 || !upper ? 150 : -60 } };
}

/** Place a seat at the table, in hundredths of its breadth and depth; the nearest sits at the bottom. */
export function seatAt(nth: number, count: number, rx: number, ry: number): { readonly x: number; readonly y: number } {
  const angle = Math.PI / 2 + (nth * 2 * Math.PI) / count;
  // Not an ellipse, whose neighbours at the sides would lie upon each other, but a table with round corners.
  const round = (value: number): number => Math.sign(value) * Math.abs(value) ** 0.6;
  return { x: 50 + rx * round(Math.cos(angle)), y: 50 + ry * round(Math.sin(angle)) };
}
