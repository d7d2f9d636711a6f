/** What whoever has no name is told of themselves, “You load …”, by what happened. */
import { m } from './messages';

export const YOURS = {
  jetty: m.canyon_you_jetty,
  dealt: m.canyon_you_dealt,
  bid: m.canyon_you_bid,
  played: m.canyon_you_played,
  trick: m.canyon_you_trick,
  moved: m.canyon_you_moved,
  blocked: m.canyon_you_blocked,
  stays: m.canyon_you_stays,
  drifted: m.canyon_you_drifted,
  drifted_one: m.canyon_you_drifted_one,
  lost_turn: m.canyon_you_lost_turn,
  arrived: m.canyon_you_arrived,
  over: m.canyon_you_over,
};
