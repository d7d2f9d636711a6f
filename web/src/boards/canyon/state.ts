// Made from src/eddyline/games/canyon/rules/state.py by tools/state_ts.py: change the former, run the latter.
import { int16, int64, int8, layout } from '../../rules/record';

/** Hold the complete state of a game of Canyon; only `hand` and `bid` can be secret. */
export const STATE = layout('2ef07ac5', 159, {
  /** Bit mask of the cards in hand. */
  hand: int64(0, 6),
  /** Cell of the canoe, 32 · row + column. */
  place: int16(48, 6),
  /** Number of the board on the shelf (see `board`). */
  board: int16(60),
  round_number: int16(62),
  max_rounds: int16(64),
  phase: int8(66),
  seats: int8(67),
  /** Bit mask of the seats that owe a decision. */
  waiting: int8(68),
  dealer: int8(69),
  /** Space of the round marker, 1–14 (C-TRACK-1). */
  space: int8(70),
  /** Whose turn it is: index in the order of this phase or trick; −1 before the first canoe moves. */
  turn: int8(71),
  /** Card turned up. */
  trump: int8(72),
  /** Number of the current trick or, after the tricks, of the last one. */
  trick: int8(73),
  /** Bit mask of the seats that lose this round's turn: pushed over the waterfall before it (C-RAPID-3). */
  fallen: int8(74),
  /** Who leads, by trick; so the winner of a trick is at the next index. */
  lead: int8(75, 9),
  /** Cards of this round by trick and seat. */
  played: int8(84, 8, 6),
  bid: int8(132, 6),
  tricks: int8(138, 6),
  /** Points of this round's move (C-MOVE-1, C-RAPID-1); NONE before the tricks are over. */
  points: int8(144, 6),
  /** Points left over on arrival (C-END-1); NONE: not arrived. */
  left: int8(150, 6),
  skip_brown: int8(156),
  secret_bids: int8(157),
  /** 1: show only the last trick (C-PLAY-2); the rules do not use it. */
  last_trick_only: int8(158),
});
