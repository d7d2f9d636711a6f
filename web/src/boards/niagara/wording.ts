/** Words what Niagara's messages name: the fields of events and refusals. Python does the same in words/wording.py. */
import { list, worded } from '../../lib/words';
import { m } from './messages';
import type { CardName, GemName, PlaceName } from '../../protocol';
import type { Naming } from '../ui';
import { disc } from './labels';
import { aGem, signed } from './naming';
import { numberOf } from './places';

const player = (seat: number, name: Naming): string => name(seat);
const gemOrNone = (gem: GemName | null): string => (gem ? aGem(gem) : 'none');
const placeOrEnd = (place: PlaceName): string => (place === 'dock' || place === 'lost' ? place : disc(place));

/** Messages choose by `dock`, `lost` and `none`. */
const WORDING = {
  seat: player,
  first: player,
  victim: player,
  winners: (seats: readonly number[], name: Naming): string => list(seats.map(name)) || 'none',
  canoe: numberOf,
  other: numberOf,
  gem: gemOrNone,
  joe_gem: gemOrNone,
  cargo: gemOrNone,
  gems: (gems: readonly GemName[]): string => list(gems.map(aGem)) || 'none',
  card: (card: CardName): string => m.niagara_card({ card }),
  start: placeOrEnd,
  end: placeOrEnd,
  place: placeOrEnd,
  before: signed,
  after: signed,
  weather: signed,
  lowest: (points: number): string => String(points || 'none'),
  points: (points: number): string => m.niagara_points({ points }),
};

/** What a message may name. */
export type Named = Readonly<
  Record<keyof typeof WORDING | 'number' | 'goal' | 'pushes' | 'distance' | 'cost', string | number>
>;

export const inWords = (fields: object, name: Naming): Named => worded(fields, WORDING, name) as Named;
