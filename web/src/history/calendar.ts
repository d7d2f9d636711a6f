/** Counts the days on which games ended, where the reader is. */

import type { KeptTitle } from '../offline/kept';

/** Milliseconds of a quarter of an hour, in which times of games are counted. */
const QUARTER = 900_000;
const DAY = 86_400_000;

const two = (value: number): string => `${value}`.padStart(2, '0');

/** Write the day of a time as in ISO 8601, where the reader is. */
export function isoDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Tell when a day begins, where the reader is. */
export const midnight = (iso: string): number => new Date(`${iso}T00:00`).getTime();

/** Tell in which quarter of an hour a time is. */
export const quarterOf = (at: number): number => Math.floor(at / QUARTER);

/** Tell when games ended that were played in this browser: not those that came in files, nor what was tried in lines. */
export const endedHere = (games: readonly Pick<KeptTitle, 'over' | 'at' | 'line' | 'imported'>[]): number[] =>
  games.flatMap(({ over, at, line, imported }) => (over && !line && !imported ? quarterOf(at) : []));

/** Count games by day: of each, the quarter of an hour in which it ended. */
export function byDay(quarters: readonly number[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const quarter of quarters) {
    const day = isoDay(new Date(quarter * QUARTER));
    counted.set(day, (counted.get(day) ?? 0) + 1);
  }
  return counted;
}

/** Give a day after another, or before. */
export const dayAfter = (iso: string, days = 1): string =>
  new Date(Date.parse(iso) + days * DAY).toISOString().slice(0, 10);

/** How many days in a row there were games: now, which today need not be among as it is not over, and at most. Where a
 * clock was turned back and no row goes on until today, it is the row after it. */
export function streaks(days: Iterable<string>, today: string): { now: number; longest: number } {
  const rows: { first: string; last: string; length: number }[] = [];
  for (const day of [...days].sort()) {
    const row = rows.at(-1);
    if (row && dayAfter(row.last) === day) Object.assign(row, { last: day, length: row.length + 1 });
    else rows.push({ first: day, last: day, length: 1 });
  }
  const begun = rows.findLast(({ first }) => first <= today);
  const goesOn = begun && begun.last >= dayAfter(today, -1) ? begun : rows.findLast(({ first }) => first > today);
  return { now: goesOn?.length ?? 0, longest: Math.max(0, ...rows.map(({ length }) => length)) };
}

/** Give the first day of a month, some months after that of a day. */
export function monthAfter(iso: string, months: number): string {
  const at = new Date(iso);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months)).toISOString().slice(0, 10);
}

/** Lay out a month, given by its first day, in weeks that begin with a day, 0 being Monday; null: another month's. */
export function weeksOf(month: string, first: number): (string | null)[][] {
  const before = (new Date(month).getUTCDay() + 6 - first) % 7;
  const days: (string | null)[] = Array.from({ length: before }, () => null);
  for (let day = month; day.slice(0, 7) === month.slice(0, 7); day = dayAfter(day)) days.push(day);
  while (days.length % 7 > 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}
