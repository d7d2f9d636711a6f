import { getLocale } from '../paraglide/runtime.js';

/** Write the day of a time in milliseconds since 1970. */
export const day = (at: number): string => new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long' }).format(at);
