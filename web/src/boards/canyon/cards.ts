/** Cards and bids as they are written and drawn. */
import type { CanyonView, SuitName } from '../../protocol';

export const SUITS: readonly SuitName[] = ['fir', 'fish', 'flame', 'sun', 'feather'];

/** Read a card's text form. */
export function face(card: string): { readonly suit: SuitName; readonly value: number } {
  const [suit, value] = card.split(' ');
  return { suit: SUITS.find((each) => each === suit) ?? 'fir', value: Number(value) };
}

/** Whether the suit that was led leaves no card but this one, which a draft plays already. */
export const isOnlyOne = ({ led, leader, you, hand }: CanyonView, card: string): boolean =>
  led === face(card).suit && leader !== you && !hand.some((other) => other !== card && face(other).suit === led);

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

/** Place a seat at the table, in hundredths of its breadth and depth; the nearest sits at the bottom. */
export function seatAt(nth: number, count: number, rx: number, ry: number): { readonly x: number; readonly y: number } {
  const angle = Math.PI / 2 + (nth * 2 * Math.PI) / count;
  // Not an ellipse, whose neighbours at the sides would lie upon each other, but a table with round corners.
  const round = (value: number): number => Math.sign(value) * Math.abs(value) ** 0.6;
  return { x: 50 + rx * round(Math.cos(angle)), y: 50 + ry * round(Math.sin(angle)) };
}
