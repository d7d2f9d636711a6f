import { beforeEach, expect, test } from 'vitest';

import './browser';

import { seats } from '../src/lib/seats.svelte';
import { own } from '../src/lib/session.svelte';
import { seatless } from '../src/home/mine';
import type { MyTable } from '../src/protocol';

const ann = { account: 'ann', name: 'Ann', session: 'ann.secret' };
const seat = (table: string, account?: string) => ({
  table,
  seat: 0,
  token: `of ${table}`,
  game: 'niagara',
  name: 'x',
  at: 0,
  account,
});
const kept = (): string[] => seats.all.map(({ table }) => table).sort();

beforeEach(() => {
  own.keep(null);
  for (const { table } of seats.all) seats.forget(table);
  own.keep(ann);
  seats.keep(seat('guests'));
  seats.keep(seat('hers', 'ann'));
});

test('who signs out leaves no token of the account’s seats in the browser, and guests keep theirs', () => {
  seats.keep(seat('adopted'));
  seats.belong('ann', ['adopted', 'elsewhere']);
  expect(seats.guests.map(({ table }) => table)).toEqual(['guests']);
  own.keep(null);
  expect(kept()).toEqual(['guests']);
  expect(localStorage.getItem('eddyline.seats')).not.toContain('of hers');
  expect(own.ended).toBeNull();
});

test('who is signed out by the server is told whose account it was, until they sign in again', () => {
  own.heed('signed_out', 'ann.older');
  expect([own.now, kept()]).toEqual([ann, ['guests', 'hers']]);
  own.heed('signed_out', 'ann.secret');
  expect([own.now, own.ended, kept()]).toEqual([null, 'Ann', ['guests']]);
  own.keep({ account: 'bea', name: 'Bea', session: 'bea.secret' });
  expect(own.ended).toBeNull();
});

test('another page that signs out, or in as somebody else, takes the seats with it here, too', () => {
  const elsewhere = (session: object | null): void => {
    localStorage.setItem('eddyline.session', JSON.stringify(session));
    dispatchEvent(Object.assign(new Event('storage'), { key: 'eddyline.session' }));
  };
  elsewhere({ ...ann, session: 'ann.newer' });
  expect([kept(), own.ended]).toEqual([['guests', 'hers'], null]);
  elsewhere(null);
  expect([kept(), own.ended]).toEqual([['guests'], 'Ann']);
});

test('a table where one has no seat any more is known from one that cannot be read', () => {
  const told = (changes: Partial<MyTable>): boolean =>
    seatless({ seat: null, status: 'running', ...changes } as MyTable);
  expect([told({}), told({ status: 'gone' }), told({ status: 'unreachable' }), told({ seat: 0 })]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(seatless(undefined)).toBe(false);
});
