/** Cards and bids as they are written and drawn. */
import type { CanyonPlayerView, CanyonView, SuitName } from '../../protocol';

export const SUITS: readonly SuitName[] = ['fir', 'fish', 'flame', 'sun', 'feather'];

/** Read a card's text form. */
export function face(card: string): { readonly suit: SuitName; readonly value: number } {
  const [suit, value] = card.split(' ');
  return { suit: SUITS.find((each) => each === suit) ?? 'fir', value: Number(value) };
}

/** Lay a bid with speed cards, 1 to 5 each; none for 0. */
export function speedCards(bid: number): number[] {
  return bid > 5 ? [5, ...speedCards(bid - 5)] : bid > 0 ? [bid] : [];
}

/** Tell whether a player can still make the bid: has just as many tricks, needs more and can get them, or missed it. */
export type Hope = 'made' | 'open' | 'missed';

export function hope(view: CanyonView, { seat, bid, tricks, hand_size }: CanyonPlayerView): Hope | null {
  if (typeof bid !== 'number') return null;
  // A card on the table may still win its trick.
  const pending = view.trick.some((played) => played.seat === seat) ? 1 : 0;
  if (tricks > bid || tricks + hand_size + pending < bid) return 'missed';
  return tricks === bid ? 'made' : 'open';
}

/** Seats around the table as their owner sees them: this player first, the others clockwise. */
export function around(count: number, you: number | null): number[] {
  return Array.from({ length: count }, (_, i) => ((you ?? 0) + i) % count);
}

/** Place a seat at the table, in hundredths of its breadth and depth; the nearest sits at the bottom. */
export function seatAt(nth: number, count: number, rx: number, ry: number): { readonly x: number; readonly y: number } {
  const angle = Math.PI / 2 + (nth * 2 * Math.PI) / count;
  // Not an ellipse, whose neighbours at the sides would lie upon each other, but a table with round corners.
  const round = (value: number): number => Math.sign(value) * Math.abs(value) ** 0.6;
  return { x: 50 + rx * round(Math.cos(angle)), y: 50 + ry * round(Math.sin(angle)) };
}
