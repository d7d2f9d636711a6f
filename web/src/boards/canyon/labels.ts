/** The board in words, for labels and screen readers. */
import { m } from '../../paraglide/messages';
import { nameOf } from '../art/names';
import { face } from './cards';
import type { CanyonPlayerView, CanyonView, Cell, End, SeatInfo, SuitName } from '../../protocol';

export const suitWord = (suit: SuitName): string => m.canyon_suit({ suit });

/** Name a card: "7 of flames". */
export const cardWords = (card: string): string => m.canyon_card(face(card));

/** Name a space as the maps of this game do: column and row, counted from 0. */
export const cellWords = ({ column, row }: Cell): string => m.canyon_space({ column, row });

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

export const isVillage = (view: CanyonView, { column, row }: Cell): boolean => view.board.rows[row]?.[column] === 'V';
