import './browser';

import { render } from 'svelte/server';
import { describe, expect, test } from 'vitest';

import { seated } from '../src/boards/seated';
import { CLOCKS, possible, proposed, same, USUAL_PACE } from '../src/pace/presets';
import type { SeatInfo, TableInfo } from '../src/protocol';
import { allReady, levelWords, standing, unready } from '../src/waiting/ready';
import Standing from '../src/waiting/Standing.svelte';
import { table } from './fixtures';

const person = (seat: number, name: string, changes: Partial<SeatInfo> = {}): SeatInfo => ({
  ...seated(seat, name),
  kind: 'human',
  bot: null,
  online: true,
  ...changes,
});
const bot = (seat: number, changes: Partial<SeatInfo> = {}): SeatInfo =>
  person(seat, 'Felix', { kind: 'bot', bot: 'scout', online: false, ...changes });
const waiting = (seats: SeatInfo[], changes: Partial<TableInfo> = {}): TableInfo => ({
  ...table(3),
  status: 'open',
  host: 0,
  seats,
  ...changes,
});

describe('who is ready', () => {
  test('the host is by being there, others when they say so, bots when they can play', () => {
    const here = waiting([person(0, 'Ann'), person(1, 'Bo'), person(2, 'Cleo'), bot(3)], { ready: [2] });
    expect(here.seats.map((seat) => standing(here, seat))).toEqual(['ready', 'here', 'ready', 'ready']);
    expect(unready(here).map(({ name }) => name)).toEqual(['Bo']);
    expect([allReady(here), allReady({ ...here, ready: [1, 2] })]).toEqual([false, true]);
    const preparing = waiting([person(0, 'Ann'), person(1, 'Bo'), bot(2, { preparing: true })], { ready: [1] });
    expect(allReady(preparing)).toBe(false);
  });

  test('nobody who is away counts as ready or as late, and a free seat is not', () => {
    const gone = waiting([person(0, 'Ann', { online: false }), person(1, 'Bo', { online: false })], { ready: null });
    expect(gone.seats.map((seat) => standing(gone, seat))).toEqual(['away', 'away']);
    expect(unready(gone)).toEqual([]);
    const free = waiting([person(0, 'Ann'), person(1, 'Bo'), person(2, '', { kind: 'open' })], { ready: [1] });
    expect(allReady(free)).toBe(false);
  });

  test('whoever plays with bots alone is told nothing of it', () => {
    expect(allReady(waiting([person(0, 'Ann'), bot(1)]))).toBe(false);
  });
});

test('a seat shows a level with a shy question mark, and none where nothing is known', () => {
  expect([levelWords({ points: 1500, provisional: false }), levelWords({ points: 1480, provisional: true })]).toEqual([
    '1500',
    '1480?',
  ]);
  const seats = [person(0, 'Ann'), person(1, 'Bo', { online: false })];
  const here = waiting(seats, { levels: [{ points: 1480, provisional: true }, null] });
  const shown = seats.map((seat) => render(Standing, { props: { table: here, seat } }).body.replace(/<[^>]*>/g, ' '));
  expect(shown[0]).toMatch(/Rating 1480\?\s+\(provisional\)\s+here/);
  expect(shown[1]).toMatch(/^\s*away\s*$/);
});

test('strangers are proposed a clock that is among those offered, friends none', () => {
  expect([proposed('link'), proposed('friends')]).toEqual([USUAL_PACE, USUAL_PACE]);
  const { clock } = proposed('open');
  expect(clock && possible(clock)).toBe(true);
  expect(CLOCKS.some((each) => same(each, clock))).toBe(true);
});
