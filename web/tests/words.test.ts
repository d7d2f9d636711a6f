import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { words } from '../src/boards/niagara/words';
import { prefs } from '../src/lib/prefs.svelte';
import { locales } from '../src/paraglide/runtime.js';
import type { NiagaraAction as Action, NiagaraEvent as Event } from '../src/protocol';
import { view } from './fixtures';

const ACTIONS: Record<Action['kind'], Action> = {
  card: { kind: 'card', id: 0, text: '', card: 'cloud' },
  decline: { kind: 'decline', id: 0, text: '' },
  rescue: { kind: 'rescue', id: 0, text: '', canoe: 'a', gem: 'ruby' },
  weather: { kind: 'weather', id: 0, text: '', step: 1 },
  paddle: { kind: 'paddle', id: 0, text: '', canoe: 'a', to: '6L' },
  unload: { kind: 'unload', id: 0, text: '', canoe: 'a', gem: 'amber' },
  load: { kind: 'load', id: 0, text: '', canoe: 'a', gem: 'amethyst' },
  steal: { kind: 'steal', id: 0, text: '', victim: 1, canoe: 'b', gem: 'diamond' },
  spare: { kind: 'spare', id: 0, text: '' },
  stay: { kind: 'stay', id: 0, text: '' },
};

const EVENTS: Record<Event['kind'], Event> = {
  round: { kind: 'round', number: 2, first: 1 },
  rescued: { kind: 'rescued', seat: 1, canoe: 'a', gem: 'ruby' },
  sits_out: { kind: 'sits_out', seat: 1, canoe: 'a' },
  revealed: { kind: 'revealed', seat: 1, card: '4' },
  weather: { kind: 'weather', seat: 1, before: 0, after: -1 },
  paddled: { kind: 'paddled', seat: 1, canoe: 'a', start: '3', end: '6L' },
  unloaded: { kind: 'unloaded', seat: 1, canoe: 'a', gem: 'amber', site: 1 },
  loaded: { kind: 'loaded', seat: 1, canoe: 'a', gem: 'amber', site: 1 },
  stolen: { kind: 'stolen', seat: 1, canoe: 'a', victim: 2, victim_canoe: 'b', gem: 'amber' },
  banked: { kind: 'banked', seat: 1, canoe: 'a', gem: 'amber' },
  goal: { kind: 'goal', seat: 1, goal: 'seven' },
  idle: { kind: 'idle', seat: 1 },
  river: { kind: 'river', pushes: 1, lowest: 2, weather: -1 },
  push: {
    kind: 'push',
    number: 1,
    arm: 'L',
    canoes: [{ seat: 1, canoe: 'a', place: 'lost', gem: 'ruby' }],
  },
  preserver: { kind: 'preserver', seat: 1 },
  cards_back: { kind: 'cards_back' },
  over: { kind: 'over', ranking: [2, 1, 2], winners: [1] },
};

/** Told by the event after them. */
const SILENT = new Set<Event['kind']>(['preserver']);
const name = (seat: number): string => ['Ann', 'Bob', 'Cleo'][seat] ?? '?';
const setting = { view: view(), decisions: [], legal: [], complete: false, confirmed: false, name };

describe.each(locales)('in %s', (locale) => {
  test.each(Object.values(ACTIONS))('the decision $kind has its words', (action) => {
    prefs.locale = locale;
    const text = words.action(action, setting);
    expect(text).not.toMatch(/niagara_|undefined|\{/);
    expect(text.charAt(0)).toBe(text.charAt(0).toUpperCase());
  });

  test.each(Object.values(EVENTS))('the event $kind has its sentence', (event) => {
    prefs.locale = locale;
    const text = words.event(event, name);
    if (SILENT.has(event.kind)) expect(text).toBeNull();
    else expect(text).toMatch(/^[^{}]+[.!]$/);
    expect(text ?? '').not.toMatch(/niagara_|undefined/);
  });

  test('plurals are right', () => {
    prefs.locale = locale;
    const one = words.event({ kind: 'river', pushes: 1, lowest: 2, weather: -1 }, name);
    const two = words.event({ kind: 'river', pushes: 2, lowest: 2, weather: 0 }, name);
    expect(one?.replace('1', '2').replace('−2', '0')).not.toBe(two);
  });
});

test('every message exists in every language', () => {
  for (const folder of readdirSync('messages')) {
    const keys = locales.map((locale) =>
      Object.keys(JSON.parse(readFileSync(`messages/${folder}/${locale}.json`, 'utf8')) as object).sort(),
    );
    for (const others of keys) expect(others).toEqual(keys[0]);
  }
});
