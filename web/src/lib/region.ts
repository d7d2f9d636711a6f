/** Writes numbers, days and times as people do where the visitor is: in the language spoken, by the customs of the region. */
import { getLocale } from '../paraglide/runtime.js';

/** Read a tag of a language; some browsers have such as "en-US@posix", which is none. */
function tag(text: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(text)];
  } catch {
    return [];
  }
}

/** Name the language spoken and the region of the visitor: the browser's tag of this language, else of its first region. */
export function region(): string {
  const locale = getLocale();
  const tags = navigator.languages.flatMap(tag);
  const same = tags.find(({ language }) => language === locale);
  return same?.baseName ?? [locale, tags[0]?.maximize().region].filter(Boolean).join('-');
}

/** What languages and regions are asked for with, by what it was made of: to make it takes longer than to ask it. */
const made = new Map<string, unknown>();

function kept<Made, Options>(kind: new (tag: string, options: Options) => Made, tag: string, options: Options): Made {
  const key = `${kind.name} ${tag} ${JSON.stringify(options)}`;
  let found = made.get(key) as Made | undefined;
  if (!found) made.set(key, (found = new kind(tag, options)));
  return found;
}

/** Say which form of a sentence a number needs; takes the place of Paraglide's function, which keeps nothing. */
export const plural = (locale: string, value: unknown, options: Intl.PluralRulesOptions = {}): Intl.LDMLPluralRule =>
  kept(Intl.PluralRules, locale, options).select(Number(value));

/** Write a number; short ones, such as ratings, in one piece. */
export const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  kept(Intl.NumberFormat, region(), { useGrouping: 'min2' as const, ...options }).format(value);

// Not kept: whoever travels has another time zone when they wake their machine.
const date = (at: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(region(), options).format(at);

/** Write the day of a time in milliseconds since 1970: "25 November 2026". */
export const day = (at: number): string => date(at, { dateStyle: 'long' });

/** Write a day, given as in ISO 8601. */
export const dayOf = (iso: string): string => date(Date.parse(iso), { dateStyle: 'long', timeZone: 'UTC' });

/** The same, short and without its year: "25 Nov". */
export const shortDay = (iso: string): string =>
  date(Date.parse(iso), { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Write a time in milliseconds since 1970, to the minute; no line ends before its last word, such as a lone "AM". */
export const moment = (at: number, dateStyle: 'full' | 'long' | 'medium' = 'long'): string =>
  date(at, { dateStyle, timeStyle: 'short' }).replace(/ (?=\S+$)/, '\u00a0');

/** Write the time of the day: "09:29". */
export const hour = (at: number): string => date(at, { timeStyle: 'short' });

/** Say how far away something is: "in 3 days". */
export const away = (count: number, unit: Intl.RelativeTimeFormatUnit): string =>
  kept(Intl.RelativeTimeFormat, region(), {}).format(count, unit);

/**
 * Join names as people do: "Ann, Bob and Cleo", or with "or". One name needs no browser that learns the customs of lists
 * first, in the frame that shows a fall.
 */
export const joined = (names: readonly string[], type: 'conjunction' | 'disjunction'): string =>
  names[1] ? kept(Intl.ListFormat, region(), { type }).format(names) : (names[0] ?? '');

/** Name of the time zone where the reader is. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
