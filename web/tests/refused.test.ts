import { FakeSocket } from './browser';

import { readFileSync } from 'node:fs';

import { expect, test, vi } from 'vitest';

import { ApiError } from '../src/lib/api';
import { fetchRefusals } from '../src/lib/refused';
import { prefs } from '../src/lib/prefs.svelte';
import { LiveTournament } from '../src/tournaments/live.svelte';
import { trouble } from '../src/lib/words';
import { locales } from '../src/paraglide/runtime.js';

const PROTOCOL = readFileSync('src/protocol.ts', 'utf8');
const CODES = [...(/type RefusalCode = (.*);/.exec(PROTOCOL)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
  ([, code]) => code ?? '',
);

test('every code of the server has words in every language', async () => {
  expect(CODES).toContain('muted');
  await fetchRefusals();
  for (const code of CODES) {
    const said = locales.map((locale) => {
      prefs.locale = locale;
      return trouble(
        new ApiError(code, 'As the server says it.', 400, null, { why: 'Insults', word: 'spam', until: 4e12 }),
      );
    });
    expect(new Set(said).size, code).toBe(locales.length);
    for (const [i, text] of said.entries()) {
      expect(text, code).toMatch(/^[^{}]+[.]$/);
      if (locales[i] !== 'en') expect(text, code).not.toContain('As the server');
    }
  }
});

test('in English the server’s own sentence is told where it says more', async () => {
  await fetchRefusals();
  prefs.locale = 'en';
  expect(trouble(new ApiError('name_taken', 'The name Nora belongs to an account.', 409))).toContain('Nora');
});

test('why a tournament cannot be shown is said in the language of the page', async () => {
  prefs.locale = 'de';
  const live = new LiveTournament('cup');
  FakeSocket.last.open();
  FakeSocket.last.say({ type: 'refused', code: 'store', message: 'As the server says it.' });
  await vi.waitFor(() => expect(live.refused).toMatch(/[.]$/));
  expect(live.refused).not.toContain('As the server');
  live.close();
  prefs.locale = 'en';
});
