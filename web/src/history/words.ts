/** Says in words how a game was. */
import { number } from '../lib/region';
import type { Outcome } from '../protocol';
import { m } from './messages';

export const OUTCOMES: readonly (readonly [Outcome, () => string])[] = [
  ['won', m.past_won],
  ['lost', m.past_lost],
  ['off', m.past_off],
];

export const outcomeWords = (outcome: Outcome): string => OUTCOMES.find(([each]) => each === outcome)?.[1]() ?? '';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const amount = (value: number, unit: 'day' | 'hour' | 'minute'): string =>
  number(value, { style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' });

/** Say how long a game took, as exactly as one cares to know. */
export function duration(milliseconds: number): string {
  if (milliseconds >= 2 * DAY) return amount(Math.round(milliseconds / DAY), 'day');
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE));
  if (minutes < 60) return amount(minutes, 'minute');
  return [amount(Math.floor(minutes / 60), 'hour'), minutes % 60 ? amount(minutes % 60, 'minute') : '']
    .filter(Boolean)
    .join(' ');
}
