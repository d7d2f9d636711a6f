/** Tells which day it is: that of UTC, so that everybody has the same river for the same 24 hours. */
import { dayAfter } from '../history/calendar';

/** The day of the first river. */
export const FIRST = '2026-11-01';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Write the day of a time in milliseconds, as in ISO 8601. */
export const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Count days from 1 January 1970 on. */
export const numberOf = (day: string): number => Date.parse(day) / DAY;

/** Tell whether a text is a day as we write it. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayAt(Date.parse(text)) === text;
}

/** When the day after one begins, in milliseconds. */
export const nextAt = (day: string): number => Date.parse(dayAfter(day));

/** Say how long it is until a time: in hours, and in minutes where there is less than one. */
export function until(at: number, now: number): { count: number; unit: 'hour' | 'minute' } {
  const left = Math.max(0, at - now);
  if (left >= HOUR) return { count: Math.round(left / HOUR), unit: 'hour' };
  return { count: Math.max(1, Math.ceil(left / MINUTE)), unit: 'minute' };
}
