/** The board in words, for labels and screen readers. */
import { m } from './messages';
import { nameOf } from '../art/names';
import { face } from './cards';
import type { CanyonPlayerView, CanyonView, Cell, End, SeatInfo, SuitName } from '../../protocol';

export const suitWord = (suit: SuitName): string => m.canyon_suit({ suit });

/** Name a card: "7 of flames". */
export const cardWords = (card: string): string => m.canyon_card(face(card));

const COMPASS = ['e', 'se', 's', 'sw', 'w', 'nw', 'n', 'ne'];

/** Say in which direction a space lies from another one, as both are drawn. */
export function wayWords(from: Cell, { column, row }: Cell): string {
  const eighths = Math.round((Math.atan2(row - from.row, column - from.column) * 4) / Math.PI);
  return m.canyon_way({ way: COMPASS[(eighths + 8) % 8] ?? '' });
}

/** Say where a canoe is and how far it has to go. */
export function placeWords({ on, distance }: CanyonPlayerView): string {
  return on === 'none' || on === 'village'
    ? m.canyon_place({ on })
    : m.canyon_place_to_go({ place: m.canyon_place({ on }), distance });
}

export const canoeWords = (player: CanyonPlayerView, seats: readonly SeatInfo[], you: number | null): string =>
  player.seat === you
    ? m.canyon_canoe_yours({ place: placeWords(player) })
    : m.canyon_canoe_other({ name: nameOf(seats, player.seat), place: placeWords(player) });

/** Say what a move to one of its ends takes, and what of it lapses. */
export function costWords({ used, left }: End, arrives: boolean): string {
  if (left === 0) return m.canyon_uses({ used });
  return arrives ? m.canyon_uses_over({ used, left }) : m.canyon_uses_lapse({ used, left });
}

/** Name what can be chosen on the board, by its number there: a free jetty, or an end of the move. */
export function goalWords(view: CanyonView, goal: Cell, number: number): string {
  const end = endAt(view, goal);
  if (!end) return m.canyon_do_jetty({ number });
  const village = isVillage(view, end);
  const cost = costWords(end, village);
  return village
    ? m.canyon_do_arrive({ number, cost })
    : m.canyon_do_move({ number, way: wayWords(end.path[0] ?? end, end), cost });
}

/** Find the end of the move that is due at a space. */
export const endAt = (view: CanyonView, { column, row }: Cell): End | undefined =>
  view.ends.find((end) => end.column === column && end.row === row);

export const isVillage = (view: CanyonView, { column, row }: Cell): boolean => view.board.rows[row]?.[column] === 'V';
