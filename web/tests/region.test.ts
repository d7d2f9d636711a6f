import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { percent } from '../src/fate/percent';
import { day, dayOf, hour, joined, moment, number, plural, region, shortDay } from '../src/lib/region';
import { isolated, said } from '../src/lib/said';
import { prefs } from '../src/lib/prefs.svelte';
import { list } from '../src/lib/words';
import { duration } from '../src/pace/time';
import { m } from '../src/lib/messages';
import type { Locale } from '../src/paraglide/runtime.js';
import { ahead, points } from '../src/tournaments/words';

const AT = Date.UTC(2026, 10, 25, 9, 29);

/** Speak a language in a browser that prefers some, in a time zone. */
function visit(locale: Locale, languages: readonly string[], zone = 'UTC'): void {
  prefs.locale = locale;
  Object.assign(navigator, { languages });
  vi.stubEnv('TZ', zone);
}
/** Intl puts narrow and other spaces where people see one. */
const spaced = (text: string): string => text.replace(/\s/g, ' ');

afterEach(() => {
  Object.assign(navigator, { languages: ['en-GB'] });
  vi.unstubAllEnvs();
});

test.each<[Locale, string[], string]>([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['fr-FR', 'en-US', 'en-GB'], 'en-US'],
  ['de', ['de-CH'], 'de-CH'],
  ['en', ['de'], 'en-DE'],
  ['en', ['ja-JP'], 'en-JP'],
  ['fr', ['FR-ca'], 'fr-CA'],
  ['it', [], 'it'],
  ['en', ['en-US@posix', 'en-GB'], 'en-GB'],
])('in %s a browser of %s is in %s', (locale, languages, found) => {
  visit(locale, languages);
  expect(region()).toBe(found);
});

test.each<[Locale, string, string, string, string]>([
  ['en', 'en-GB', '25 November 2026', '09:29', '25 Nov'],
  ['en', 'en-US', 'November 25, 2026', '9:29 AM', 'Nov 25'],
  ['en', 'de-DE', '25 November 2026', '09:29', '25 Nov'],
  ['fr', 'fr-FR', '25 novembre 2026', '09:29', '25 nov.'],
  ['fr', 'fr-CA', '25 novembre 2026', '09 h 29', '25 nov.'],
  ['it', 'it-IT', '25 novembre 2026', '09:29', '25 nov'],
  ['de', 'de-AT', '25. November 2026', '09:29', '25. Nov.'],
])('in %s by the customs of %s', (locale, language, long, time, short) => {
  visit(locale, [language]);
  expect([day(AT), hour(AT)].map(spaced)).toEqual([long, time]);
  expect(spaced(moment(AT))).toMatch(new RegExp(`^${long}\\b.*${time}$`));
  expect([dayOf('2026-11-25'), shortDay('2026-11-25')]).toEqual([long, short]);
});

test('times are those of the visitor’s place, days of a calendar everybody’s', () => {
  visit('en', ['en-GB'], 'Pacific/Auckland');
  expect([day(AT), hour(AT), dayOf('2026-11-25')]).toEqual(['25 November 2026', '22:29', '25 November 2026']);
  visit('en', ['en-GB'], 'America/Los_Angeles');
  expect([day(AT - 3_600_000 * 3), hour(AT), dayOf('2026-11-25'), shortDay('2026-11-25')]).toEqual([
    '24 November 2026',
    '01:29',
    '25 November 2026',
    '25 Nov',
  ]);
});

test.each<[Locale, string, string[]]>([
  ['en', 'en-GB', ['1512', '1,000,000', '0.50', '50%', '2 hours', 'in 3 days']],
  ['de', 'de-DE', ['1512', '1.000.000', '0,50', '50 %', '2 Stunden', 'in 3 Tagen']],
  ['fr', 'fr-FR', ['1512', '1 000 000', '0,50', '50 %', '2 heures', 'dans 3 jours']],
  ['it', 'it-IT', ['1512', '1.000.000', '0,50', '50%', '2 ore', 'tra 3 giorni']],
])('in %s numbers are written as in %s', (locale, language, wanted) => {
  visit(locale, [language]);
  const told = [number(1512), String(said(1_000_000)), points(0.5), percent(0.5), duration(7200), ahead(3 * 86_400)];
  expect(told.map(spaced)).toEqual(wanted);
});

const NAMES = ['דנה', 'يوسف', 'דנה 2'];

test('what runs from right to left is kept apart in messages and lists, and nothing else is changed', () => {
  visit('en', ['en-GB']);
  expect(isolated('Béa 2')).toBe('Béa 2');
  // Whoever has no name is called so in the language of whoever reads it.
  expect(['Gast', 'Invité', 'Ospite', 'Guest', 'Gastón'].map(isolated)).toEqual([...Array(4).fill('Guest'), 'Gastón']);
  expect([3, -3, 0, 9999, 10_000, 0.5].map((value) => String(said(value)))).toEqual([
    '3',
    '-3',
    '0',
    '9999',
    '10,000',
    '0.5',
  ]);
  for (const name of NAMES) expect(m.chat_muted({ name })).toBe(`You no longer see what \u2068${name}\u2069 writes.`);
  expect(list(['Ann', ...NAMES])).toBe(joined(['Ann', ...NAMES.map((name) => `\u2068${name}\u2069`)], 'conjunction'));
});

test('the plurals of a language are learnt once, not for every sentence', () => {
  // What is Intl's is replaced, and not Intl itself, which files that come later in this process would miss.
  const { PluralRules } = Intl;
  const replace = (value: unknown) => Object.assign(Intl, { PluralRules: value });
  onTestFinished(() => void replace(PluralRules));
  let learnt = 0;
  class Counted extends PluralRules {
    constructor(...given: ConstructorParameters<typeof PluralRules>) {
      super(...given);
      learnt += 1;
    }
  }
  replace(Counted);
  for (const count of [1, 2, 5]) expect(plural('pl', count)).toBe({ 1: 'one', 2: 'few', 5: 'many' }[count]);
  expect(plural('pl', 2, { type: 'ordinal' })).toBe('other');
  expect(learnt).toBe(2);
});
