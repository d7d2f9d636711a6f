import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { askable } from '../src/boards/niagara/asking';
import { later } from '../src/boards/niagara/fetched';
import { words } from '../src/boards/niagara/words';
import { prefs } from '../src/lib/prefs.svelte';
import { locales } from '../src/paraglide/runtime.js';
import { fetchRefusals } from '../src/lib/refused';
import { because } from '../src/lib/words';
import { card, view } from './fixtures';

const name = (seat: number): string => ['Ann', 'Bob', 'Cleo'][seat] ?? '?';
const setting = { view: view(), decisions: [], legal: [], complete: false, confirmed: false, name };

test('one may ask about every card that cannot be played, and about no other', () => {
  const asks = askable({ ...setting, legal: [card('3'), card('4')] });
  expect(asks.map(({ action }) => action)).toEqual(['card cloud', 'card 1', 'card 2', 'card 5', 'card 6']);
});

test('while paddling one may ask about places, cargo and gems of others', () => {
  const players = view().players.map((player) => ({
    ...player,
    canoes: player.canoes.map((canoe) =>
      player.seat === 0 && canoe.name === 'a'
        ? { ...canoe, place: '3' as const }
        : player.seat === 1 && canoe.name === 'b'
          ? { ...canoe, cargo: ['ruby' as const] }
          : canoe,
    ),
  }));
  const asked = askable({ ...setting, view: view({ phase: 'paddling', players }) }).map(({ action }) => action);
  expect(asked).toContain('paddle a 7L');
  expect(asked).toContain('load a amethyst');
  expect(asked).toContain('steal 1b ruby');
  expect(asked).not.toContain('load b amethyst');
  expect(new Set(asked).size).toBe(asked.length);
});

test('a reason is told in the language of the player, and one without words as the server says it', async () => {
  await fetchRefusals();
  prefs.locale = 'de';
  const told = because({ message: 'A bot plays.', reason: 'bot_plays', values: {} }, words, name);
  expect(told).toBe('Ein Bot spielt für dich.');
  expect(because({ message: 'No.', reason: 'never_heard_of' as 'legal', values: {} }, words, name)).toBe('No.');
  const speechless = { ...words, why: () => '' };
  expect(because({ message: 'No.', reason: 'cards_first', values: {} }, speechless, name)).toBe('No.');
  expect(because({ message: 'Late.', code: 'stale', reason: null, values: {} }, words, name)).toContain('geändert');
  prefs.locale = 'en';
});

const CATALOGUE = '../src/eddyline/games/niagara/words/refusals/en.json';
const REASONS = Object.keys(JSON.parse(readFileSync(CATALOGUE, 'utf8')) as object)
  .filter((key) => key.startsWith('niagara_why_'))
  .map((key) => key.slice('niagara_why_'.length));

describe.each(locales)('in %s', (locale) => {
  test('every reason of Niagara has a sentence', async () => {
    await later.get();
    prefs.locale = locale;
    const values = {
      canoe: 'a',
      other: 'b',
      gem: 'amber',
      cargo: 'ruby',
      card: 'rope',
      place: '2',
      seat: 1,
      points: 1,
    };
    const told = REASONS.map((reason) => words.why(reason, { ...values, distance: 3, cost: 2 }, name));
    for (const sentence of told) {
      expect(sentence).toMatch(/^\p{Lu}[^{}]+\.$/u);
      expect(sentence).not.toMatch(/undefined|niagara_|NaN/);
    }
    expect(new Set(told).size).toBe(told.length);
    expect(words.why('no_deposit', { place: 'dock' }, name)).not.toBe(words.why('no_deposit', { place: '2' }, name));
    expect(words.why('never_heard_of', {}, name)).toBeNull();
    prefs.locale = 'en';
  });
});
