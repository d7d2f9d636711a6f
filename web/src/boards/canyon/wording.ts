/** Words what Canyon's messages name: the fields of events and refusals. Python does the same in words/wording.py. */
import { list, worded } from '../../lib/words';
import { m } from './messages';
import type { Naming } from '../ui';
import { cardWords, suitWord } from './labels';
import { later } from './pieces';

const player = (seat: number, name: Naming): string => name(seat);
const each =
  (message: (named: never) => string) =>
  (parts: readonly object[], name: Naming): string =>
    parts.map((part) => message(inWords(part, name) as never)).join(', ');

const drifted = (seat: number, name: Naming): ((named: never) => string) =>
  (name.you?.(seat) && later.part?.YOURS.drifted_one) || m.canyon_log_drifted_one;

const WORDING = {
  seat: player,
  dealer: player,
  winners: (seats: readonly number[], name: Naming): string => list(seats.map(name)) || 'none',
  card: cardWords,
  trump: cardWords,
  suit: suitWord,
  fell: String,
  bids: (bids: readonly number[], name: Naming): string =>
    each(m.canyon_log_bids_one)(
      bids.map((tricks, seat) => ({ seat, tricks })),
      name,
    ),
  players: each(m.canyon_log_settled_one),
  chain: (drifts: readonly { seat: number }[], name: Naming): string =>
    drifts.map((drift) => drifted(drift.seat, name)(inWords(drift, name) as never)).join(', '),
};

type Numbers = 'cards' | 'tricks' | 'used' | 'left' | 'lapsed' | 'points' | 'most' | 'best' | 'distance';

/** What a message may name. */
export type Named = Readonly<Record<keyof typeof WORDING | Numbers, string | number>>;

export const inWords = (fields: object, name: Naming): Named => worded(fields, WORDING, name) as Named;
