/** Writes what is not a message's own words: every value that enters a message goes through `said`. */
import { getLocale, type Locale } from '../paraglide/runtime.js';
import { number } from './region';

/** Letters of scripts that run from right to left. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** What somebody is called who has given no name: the page on which they did not may have spoken another language. */
const NAMELESS: Readonly<Record<Locale, string>> = { en: 'Guest', fr: 'Invité', it: 'Ospite', de: 'Gast' };

/** What whoever gives no name is called in the language spoken. */
export const guest = (): string => NAMELESS[getLocale()];

/** What somebody is called in the language spoken. */
export const called = (name: string): string => (Object.values(NAMELESS).includes(name) ? guest() : name);

/**
 * Keep a text that runs from right to left from pulling along what stands beside it. Every language of ours runs from
 * left to right; a text that does, too, stays as it is, so that what is copied or searched for has nothing invisible.
 */
export const isolated = (text: string): string => (FROM_RIGHT.test(text) ? `\u2068${text}\u2069` : called(text));

/** Tell whether a sentence beside the board is set smaller: one of a push that takes five canoes. */
export const isLong = (sentence: string): boolean => sentence.length > 120;

/** Tell whether a number looks the same in every region. */
const plain = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 10_000;

/** A number that is written by the customs of the region, and chooses forms of plural as it is. */
class Written extends Number {
  override toString(): string {
    return number(this.valueOf());
  }
}

/** Prepare a value to be written within a sentence. */
export function said(value: unknown): unknown {
  if (typeof value === 'string') return isolated(value);
  return typeof value === 'number' && !plain(value) ? new Written(value) : value;
}
