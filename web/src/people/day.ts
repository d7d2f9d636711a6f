import { getLocale } from '../paraglide/runtime.js';

/** Write the day of a time in milliseconds since 1970. */
export const day = (at: number): string => new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long' }).format(at);

/** Write a time in milliseconds since 1970, to the minute. */
export const moment = (at: number): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeStyle: 'short' }).format(at);

/** Write a day, given as in ISO 8601. */
export const dayOf = (date: string): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(date));
