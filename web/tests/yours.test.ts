import './browser';

import { beforeAll, describe, expect, it } from 'vitest';

import { canyon } from '../src/boards/canyon';
import { later as canyons } from '../src/boards/canyon/pieces';
import { niagara } from '../src/boards/niagara';
import { later as niagaras } from '../src/boards/niagara/fetched';
import type { GameUi } from '../src/boards/ui';
import { prefs } from '../src/lib/prefs.svelte';
import { guest } from '../src/lib/said';
import type { TableClient } from '../src/lib/table.svelte';
import { locales } from '../src/paraglide/runtime.js';
import type { Event } from '../src/protocol';
import { Moment } from '../src/table/moment.svelte';
import { table, view } from './fixtures';

/** How a page calls seats 0, whose reader it is, and 1. */
function naming(mine: string, asks: unknown = null): Moment['name'] {
  const client = { you: 0, asks, show: {} } as unknown as TableClient;
  const seats = table(0).seats.map((seat) => ({ ...seat, name: seat.seat === 0 ? mine : 'Hugo' }));
  return new Moment(client, {} as GameUi, () => ({ ...table(0), seats }), view).name;
}
const tell = (ui: { words: { event: unknown } }, told: object, name = naming('Guest')): string | null =>
  (ui.words.event as (told: Event, name: Moment['name']) => string | null)(told as Event, name);

beforeAll(async () => {
  await Promise.all([niagaras.get(), canyons.get()]);
});

const launched = { kind: 'paddled', seat: 0, canoe: 'a', start: 'dock', end: '3' };

it('whoever gave no name is told of as “you”', () => {
  expect(tell(niagara, launched)).toMatch(/^You launch canoe\s1 to disc\s3\.$/);
  expect(tell(niagara, { ...launched, seat: 1 })).toMatch(/^Hugo launches canoe/);
  expect(tell(niagara, { kind: 'stolen', seat: 1, victim: 0, gem: 'amber' })).toBe(
    'Hugo steals a piece of amber from you!',
  );
  expect(tell(niagara, { kind: 'stolen', seat: 0, victim: 1, gem: 'amber' })).toBe(
    'You steal a piece of amber from Hugo!',
  );
  const lost = [0, 1].map((seat) => ({ seat, canoe: 'a', place: 'lost', gems: [] }));
  expect(tell(niagara, { kind: 'push', canoes: lost })).toMatch(/^You lose canoe.+! Hugo loses canoe.+!$/);
  expect(tell(niagara, { kind: 'over', winners: [0] })).toBe('Victory is yours!');
  expect(tell(niagara, { kind: 'over', winners: [0, 1] })).toBe('Victory goes to Guest (you) and Hugo!');
  const drifts = [0, 1].map((seat) => ({ seat, fell: false }));
  expect(tell(canyon, { kind: 'drifted', seat: 0, chain: drifts })).toBe(
    'You missed your bid in the rapids: you drift one space, Hugo drifts one space.',
  );
  expect(tell(canyon, { kind: 'drifted', seat: 1, chain: drifts })).toBe(
    'Hugo missed the bid in the rapids: you drift one space, Hugo drifts one space.',
  );
});

it('whoever has a name, or shares the page, is told of by name', () => {
  expect(tell(niagara, launched, naming('Ann'))).toMatch(/^Ann launches/);
  expect(
    tell(
      niagara,
      launched,
      naming('Guest', () => ''),
    ),
  ).toMatch(/^Guest launches/);
});

describe.each(locales)('in %s', (locale) => {
  it('whatever one may do is told', () => {
    prefs.locale = locale;
    const values = { bid: 1, canoe: 1, gem: 'X', gems: 'X', joe_gem: 'X', victim: 'Hugo', seat: 'Hugo', goal: 'seven' };
    const more = { card: '4', before: '0', after: '+1', start: 'A', end: 'B', place: 'B', chain: '…', trump: 'T' };
    const counts = { cards: 2, tricks: 2, used: 2, left: 2, lapsed: 2, points: 2, fell: 'true' };
    const all = { ...values, ...more, ...counts };
    const sentences = [niagaras, canyons].flatMap(({ part }) => Object.entries(part?.YOURS ?? {}));
    expect(sentences.length).toBeGreaterThan(30);
    for (const [key, say] of sentences as [string, (inputs: object) => string][]) {
      expect(say(all), key).not.toMatch(/undefined|[{}]/);
      expect(say(all).length, key).toBeGreaterThan(5);
      expect(say(all), key).not.toContain(guest());
    }
    prefs.locale = 'en';
  });
});
