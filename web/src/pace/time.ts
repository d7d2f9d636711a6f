/** Tells times: of a clock that runs, and in sentences. */
import { m } from '../lib/messages';
import { number } from '../lib/region';
import type { SeatInfo } from '../protocol';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Write whole seconds as a clock does: "0:23", "5 h 4 min", "2 d 4 h". */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, seconds);
  const part = (of: number, unit: number): string => `${Math.floor((whole % of) / unit)}`;
  if (whole >= DAY) return m.pace_days({ days: part(Infinity, DAY), hours: part(DAY, HOUR) });
  if (whole >= HOUR) return m.pace_hours({ hours: part(DAY, HOUR), minutes: part(HOUR, MINUTE) });
  return `${part(HOUR, MINUTE)}:${part(MINUTE, 1).padStart(2, '0')}`;
}

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', 1],
] as const;

/** Write a duration in words: "1 minute 30 seconds"; short: "1 min 30 sec". */
export function duration(seconds: number, unitDisplay: 'long' | 'short' = 'long'): string {
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(number(count, { style: 'unit', unit, unitDisplay }));
  }
  return parts.join(' ');
}

/** What is left of a seat's time. */
export interface Left {
  /** Whole seconds of the part that runs. */
  readonly seconds: number;
  /** The turn's own time is used up. */
  readonly reserve: boolean;
  /** Whole seconds until a bot plays. */
  readonly total: number;
}

/** Tell what is left to a seat that owes a turn, so many seconds after the server told; null when no clock runs. */
export function left({ left: told, taken, vacation }: SeatInfo, passed: number): Left | null {
  const [turn, reserve] = told ?? [];
  if (turn === undefined || reserve === undefined || taken === null) return null;
  const own = turn - (vacation === null ? passed : 0);
  const total = Math.max(0, Math.ceil(own + reserve));
  if (own > 0) return { seconds: Math.ceil(own), reserve: false, total };
  return { seconds: total, reserve: reserve > 0, total };
}
