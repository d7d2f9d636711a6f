/** Leaves what a test file has changed as the next one expects it; vitest loads it with every test file. */
import { afterAll } from 'vitest';

import { prefs } from '../src/lib/prefs.svelte';
import { seats } from '../src/lib/seats.svelte';
import { own } from '../src/lib/session.svelte';
import { overwriteGetLocale } from '../src/paraglide/runtime.js';

const usual = { ...prefs };

afterAll(() => {
  own.keep(null);
  for (const { table } of seats.all) seats.forget(table);
  localStorage.clear();
  Object.assign(prefs, usual);
  overwriteGetLocale(() => prefs.locale);
});
