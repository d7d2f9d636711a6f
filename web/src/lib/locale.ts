/** Knows the words of the language spoken. In a build each language is fetched by itself, part by part. */
import { parts } from 'virtual:words';

import { getLocale, type Locale } from '../paraglide/runtime.js';

type Word = string | ((inputs: object) => string);

const known: Partial<Record<Locale, Record<string, Word>>> = {};
const wanted = new Set<string>();

/** Make a message; the build puts a call of this in the place of every compiled one. */
export const word =
  (key: string): ((inputs?: object) => string) =>
  (inputs = {}) => {
    const found = known[getLocale()]?.[key];
    return typeof found === 'function' ? found(inputs) : (found ?? '');
  };

/** Fetch what a part of the client says, in the language spoken now; every language spoken later comes with it. */
export async function speak(part: string): Promise<void> {
  wanted.add(part);
  await fetchWords(getLocale(), [part]);
}

/** Fetch the words of a language, as far as anything has been said until now. */
export const learn = (locale: Locale): Promise<void> => fetchWords(locale, [...wanted]);

async function fetchWords(locale: Locale, which: readonly string[]): Promise<void> {
  const all = await Promise.all(which.map((part) => parts[locale]?.[part]?.()));
  known[locale] = Object.assign({}, known[locale], ...all.map((fetched) => fetched?.words));
}
