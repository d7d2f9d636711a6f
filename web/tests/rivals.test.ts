import { beforeEach, describe, expect, test } from 'vitest';

import { next } from '../src/rivals/About.svelte';
import { CHARACTERS, dealt, NAMES } from '../src/rivals/characters';
import { remember, remembered } from '../src/rivals/memory';
import { PORTRAITS } from '../src/rivals/portraits';
import { movedBy, Restraint } from '../src/rivals/reactions';
import type { Character, Event, SeatInfo } from '../src/protocol';

const at = (seat: number, gems: readonly string[]) => ({ seat, canoe: 'a', place: 'lost', gems });
const happened = (event: object): Event => event as Event;

describe('characters', () => {
  test('deals different ones, and neither one that is taken nor an initial twice', () => {
    for (let tries = 0; tries < 50; tries += 1) {
      const drawn = dealt(4, ['Hanna'], ['fox']);
      expect(new Set(drawn).size).toBe(4);
      expect(drawn).not.toContain('heron');
      expect(drawn).not.toContain('fox');
    }
  });

  test('exchanges one for the next whom nobody is drawn or marked as', () => {
    const seat = (name: string, portrait: Character | null) => ({ name, portrait }) as SeatInfo;
    expect(next('magpie', [seat('Elsa', 'magpie'), seat('Hugo', null), seat('Silas', 'squirrel')])).toBe('otter');
    expect(next('fox', [seat('Felix', 'fox')])).toBe('magpie');
  });

  test('draws all of them', () => {
    expect(Object.keys(PORTRAITS)).toEqual(CHARACTERS);
    expect(Object.keys(NAMES)).toEqual(CHARACTERS);
  });
});

describe('reactions', () => {
  test('come of what everybody sees', () => {
    expect(movedBy(happened({ kind: 'stolen', seat: 2, victim: 1 }))).toEqual([
      { seat: 1, mood: 'robbed', by: 2 },
      { seat: 2, mood: 'glee' },
    ]);
    expect(movedBy(happened({ kind: 'push', canoes: [at(0, []), at(3, ['ruby'])] }))).toEqual([
      { seat: 3, mood: 'woe' },
    ]);
    const players = [
      { seat: 0, bid: 3, tricks: 3 },
      { seat: 1, bid: 1, tricks: 1 },
      { seat: 2, bid: 0, tricks: 2 },
    ];
    expect(movedBy(happened({ kind: 'settled', players }))).toEqual([
      { seat: 0, mood: 'glee' },
      { seat: 2, mood: 'woe' },
    ]);
    expect(movedBy(happened({ kind: 'card', seat: 1 }))).toEqual([]);
  });

  test('are rare, and not always the same one speaks', () => {
    const restraint = new Restraint();
    const one = { seat: 1, mood: 'glee' } as const;
    const other = { seat: 2, mood: 'woe' } as const;
    expect(restraint.choose([one], 1)).toEqual(one);
    expect(restraint.choose([other], 3)).toBeNull();
    expect(restraint.choose([one], 4)).toBeNull();
    expect(restraint.choose([one, other], 4)).toEqual(other);
  });
});

describe('memory', () => {
  beforeEach(() => localStorage.clear());

  test('keeps the last game with somebody, and is silent on the one at hand', () => {
    remember('niagara', 'fox', 'first', { tookYours: true });
    remember('niagara', 'fox', 'first', { won: 'they' });
    expect(remembered('niagara', 'fox', 'first')).toBeNull();
    expect(remembered('niagara', 'fox', 'second')).toEqual({ table: 'first', tookYours: true, won: 'they' });
    expect(remembered('canyon', 'fox', 'second')).toBeNull();
    expect(remembered('niagara', 'owl', 'second')).toBeNull();
    remember('niagara', 'fox', 'second', { lostToYou: true });
    expect(remembered('niagara', 'fox', 'third')).toEqual({ table: 'second', lostToYou: true });
  });
});
