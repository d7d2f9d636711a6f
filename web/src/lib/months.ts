/** Writes what a calendar needs, as `region.ts` does numbers and days: what loads no calendar does without. */
import { region } from './region';

/** Which day a week begins with, 0 being Monday: where the browser does not say, as most of the world has it. */
export function firstDay(): number {
  const locale = new Intl.Locale(region()) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) - 1;
}

const utc = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(region(), { ...options, timeZone: 'UTC' });

/** Write a month, given by its first day as in ISO 8601: "November 2026". */
export const monthOf = (iso: string): string => utc({ month: 'long', year: 'numeric' }).format(Date.parse(iso));

/** Write a day, given as in ISO 8601, with its name: "Saturday 28 November 2026". */
export const fullDay = (iso: string): string => utc({ dateStyle: 'full' }).format(Date.parse(iso));

/** Name a day of the week, 0 being Monday. */
export const weekday = (day: number, weekday: 'long' | 'short'): string =>
  utc({ weekday }).format(Date.UTC(2024, 0, 1 + day)); // which was a Monday

/** Write the day of a time in milliseconds since 1970, as short as goes with its year: "25 Nov 2026". */
export const dateOf = (at: number): string => new Intl.DateTimeFormat(region(), { dateStyle: 'medium' }).format(at);
