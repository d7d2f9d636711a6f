import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { lazy } from '../src/lib/lazy.svelte';
import { speak, vocabulary } from '../src/lib/messages';
import { preferLocale, prefs } from '../src/lib/prefs.svelte';

interface Messages {
  hello: () => string;
  points: (inputs: { points: number }) => string;
}

/** What Paraglide would make of two messages. */
const compiled = (locale: string) => ({
  hello: () => `hello ${locale}`,
  points: ({ points }: { points: number }) => `${new Intl.PluralRules(locale).select(points)} ${points}`,
});

/** A part of the client with words of its own, and how often each language of it was asked for; it fails so often first. */
function part(fails = 0) {
  const asked: string[] = [];
  const file = (locale: string) => () => {
    asked.push(locale);
    return asked.length > fails ? Promise.resolve(compiled(locale)) : Promise.reject(new TypeError('404'));
  };
  const files = Object.fromEntries(['en', 'fr', 'it', 'de'].map((locale) => [`./messages/${locale}.js`, file(locale)]));
  let module: { m: Messages } | undefined;
  return { asked, load: () => Promise.resolve((module ??= { m: vocabulary<Messages>(files) })) };
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => (prefs.locale = 'en'));

it('a part comes with its words in the language spoken, and in no other', async () => {
  prefs.locale = 'fr';
  const { asked, load } = part();
  const { m } = await lazy(load).get();
  expect([m.hello(), asked]).toEqual(['hello fr', ['fr']]);
  await speak();
  expect(asked).toEqual(['fr']);
});

it('a part whose words do not come has not come, and is fetched anew', async () => {
  const { asked, load } = part(1);
  const wanted = lazy(load);
  await expect(wanted.get()).rejects.toThrow('404');
  expect(wanted.progress).toBe('offline');
  expect((await wanted.get()).m.hello()).toBe('hello en');
  expect(asked).toEqual(['en', 'en']);
});

it('a language is spoken once all words of it are there', async () => {
  const { load } = part();
  const { m } = await lazy(load).get();
  const changed = preferLocale('it').get();
  expect([prefs.locale, m.hello()]).toEqual(['en', 'hello en']);
  await changed;
  expect([prefs.locale, m.hello()]).toEqual(['it', 'hello it']);
});

it('a part that comes while the language changes speaks the new one', async () => {
  const changed = preferLocale('de').get();
  const { m } = await lazy(part().load).get();
  await changed;
  expect([prefs.locale, m.hello()]).toEqual(['de', 'hello de']);
});

it('a number chooses the form of plural as it is, and is written by the customs of the region', async () => {
  prefs.locale = 'fr';
  const { m } = await lazy(part().load).get();
  expect([1.5, 1, 1_000_000].map((points) => m.points({ points }).replace(/[\u202f\u00a0]/g, ' '))).toEqual([
    'one 1,5',
    'one 1',
    'many 1 000 000',
  ]);
});
