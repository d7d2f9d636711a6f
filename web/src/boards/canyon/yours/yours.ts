/** Tells whoever has no name what they did, or what befell them: “You play …”. */
import type { Kind } from '../telling';
import type { Named } from '../wording';
import { m } from './messages';

export const YOURS: Readonly<Partial<Record<Kind | 'drifted_one', (named: Named) => string>>> = {
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
