// Made from src/eddyline/games/niagara/rules/state.py by tools/state_ts.py: change the former, run the latter.
import { int16, int8, layout } from '../../rules/record';

/** Hold the complete state of a game of Niagara, 162 bytes; only `card` and `rescue` can be secret. */
export const STATE = layout('2ce5fe42', 162, {
  phase: int8(0),
  seats: int8(1),
  /** Bit mask of the seats that owe a decision. */
  waiting: int8(2),
  round_number: int16(3),
  /** Seat with the life preserver. */
  first: int8(5),
  /** Number of finished turns of phase 2. */
  turns_taken: int8(6),
  weather: int8(7),
  /** The arm that the next push moves. */
  arm: int8(8),
  /** Bit mask of the seats that reached a goal (N-END-1). */
  reached: int8(9),
  place: int8(10, 6, 2),
  /** Cargo of each canoe, as numbered in the module `cargo`. */
  cargo: int8(22, 6, 2),
  /** 1: lost, and missing the current round (N-LOST-5). */
  sits_out: int8(34, 6, 2),
  /** Price planned for a lost canoe in this phase 1: a gem, FREE or NONE. */
  rescue: int8(46, 6, 2),
  stash: int8(58, 6, 5),
  /** Gems by site and colour. */
  deposit: int8(88, 5, 5),
  /** Card of this round. */
  card: int8(113, 6),
  /** Bit mask of the cards in hand; the chosen card leaves it when it is revealed. */
  hand: int16(119, 6),
  /** Top of the pile of played cards (N-ROUND-6); the rules do not use it. */
  newest: int8(131, 6),
  /** Seat whose turn it is in phase 2. */
  active: int8(137),
  /** Canoe in the middle of its plan. */
  canoe: int8(138),
  stage: int8(139),
  /** Paddle points the canoe has left. */
  points: int8(140),
  /** Points that this canoe may leave unused (S-CARD-3). */
  slack: int8(141),
  /** Bit mask of the colours this canoe unloaded in this turn, plus LOADING if it loaded (N-GEM-4, S-DOUBLE-2). */
  worked: int8(142),
  /** 1: this canoe came upstream using all points and has done nothing since except rob (N-STEAL-1, N-STEAL-6). */
  may_rob: int8(143),
  /** Bit mask of the canoes that this one has robbed on its disc, bit 2 × seat + canoe (S-DOUBLE-2). */
  robbed: int16(144),
  todo: int8(146, 2),
  /** Bit mask of the expansion modules in play. */
  modules: int8(148),
  /** Number of cards in a full hand, and of rounds until they are taken back (N-ROUND-4, S-CARD-1). */
  cycle: int8(149),
  /** Place of the whirlpool; DOCK: not in play, LOST: it comes back with the next disc (S-WHIRL-1). */
  whirlpool: int8(150),
  /** Place of the beaver; DOCK: not in the river (S-BEAVER-1). */
  beaver: int8(151),
  /** Canoe with the moose, 2 × seat + canoe; NONE: nobody's (S-MOOSE-1). */
  moose: int8(152),
  /** Place of Diamond Joe; DOCK: not in play (J-JOE-1). */
  joe: int8(153),
  joe_gem: int8(154),
  gems_per_deposit: int8(155),
  /** +1: passes to the left, clockwise; −1: to the right. */
  preserver_step: int8(156),
  rescue_rule: int8(157),
  /** 1: the gem value decides between several seats that reached a goal (N-END-3). */
  break_ties: int8(158),
  /** 1: show only the newest played card (N-ROUND-6); the rules do not use it. */
  newest_only: int8(159),
  max_rounds: int16(160),
});
