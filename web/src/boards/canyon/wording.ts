/** Words what Canyon's messages name: the fields of events and refusals. Python does the same in words/wording.py. */
import { list, worded } from '../../lib/words';
import { m as common } from '../../lib/messages';
import { capital } from '../art/names';
import { m } from './messages';
import type { Naming } from '../ui';
import { cardWords, suitWord } from './labels';

const player = (seat: number, name: Naming): string => name(seat);
const each =
  (message: (named: never) => string) =>
  (parts: readonly object[], name: Naming): string => {
    const called = (seat: number): string => (name.you?.(seat) ? capital(common.app_seat_you()) : name(seat));
    return parts.map((part) => message(inWords(part, called) as never)).join(', ');
  };

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
};

type Numbers = 'cards' | 'tricks' | 'used' | 'left' | 'lapsed' | 'points' | 'most' | 'best' | 'distance';

/** What a message may name. */
export type Named = Readonly<Record<keyof typeof WORDING | 'chain' | Numbers, string | number>>;

export const inWords = (fields: object, name: Naming): Named => worded(fields, WORDING, name) as Named;
