/** Says why a decision is not possible, in the language chosen now. */
import { m } from './messages';
import type { CanyonReason } from '../../../protocol';
import type { Naming, Values } from '../../ui';
import { inWords, type Named } from '../wording';

const SENTENCES: Readonly<Record<CanyonReason, (named: Named) => string>> = {
  jetty_first: m.canyon_why_jetty_first,
  no_jetty: m.canyon_why_no_jetty,
  jetty_taken: m.canyon_why_jetty_taken,
  bid_first: m.canyon_why_bid_first,
  bid_too_high: m.canyon_why_bid_too_high,
  play_now: m.canyon_why_play_now,
  not_in_hand: m.canyon_why_not_in_hand,
  follow_suit: m.canyon_why_follow_suit,
  move_now: m.canyon_why_move_now,
  closed_space: m.canyon_why_closed_space,
  start_or_gangway: m.canyon_why_start_or_gangway,
  space_taken: m.canyon_why_space_taken,
  already_there: m.canyon_why_already_there,
  out_of_reach: m.canyon_why_out_of_reach,
  not_nearest: m.canyon_why_not_nearest,
};

/** Say why something is refused; null where the game has no words for this reason. */
export const why = (reason: string, values: Values, name: Naming): string | null =>
  reason in SENTENCES ? SENTENCES[reason as CanyonReason](inWords(values, name)) : null;
