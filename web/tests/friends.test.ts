import './browser';

import { render } from 'svelte/server';
import { afterEach, expect, test } from 'vitest';

import { circle } from '../src/friends/circle.svelte';
import Calling from '../src/friends/Calling.svelte';
import Meeting from '../src/friends/Meeting.svelte';
import Nearby from '../src/friends/Nearby.svelte';
import { waits } from '../src/friends/waits.svelte';
import { parse, router } from '../src/lib/router.svelte';
import { own } from '../src/lib/session.svelte';
import Who from '../src/people/Who.svelte';
import type { Friend, Friends, TableInfo } from '../src/protocol';

const NOBODY: Friends = {
  friends: [],
  asking: [],
  asked: [],
  blocked: [],
  here: [],
  tables: [],
  playing: [],
  calls: [],
  called: [],
};
const person = (account: string) => ({ account, name: account.toUpperCase() });
const shown = (known: Friends): string => {
  circle.known = known;
  return render(Meeting).body;
};

afterEach(() => {
  circle.known = null;
  own.keep(null);
});

test('at home stand a friend’s request, a friend’s table with a free seat, and the friends who are here', () => {
  own.keep({ account: 'ann', name: 'Ann', session: 'ann.secret' });
  const bo = person('bo');
  const body = shown({
    ...NOBODY,
    friends: [bo, person('cy')],
    here: ['cy'],
    asking: [person('dora')],
    tables: [{ table: 'abc', game: 'niagara', host: bo }],
  });
  expect(body).toMatch(/DORA.* would like to be friends/);
  expect(body).toContain('/t/abc');
  expect(body).toMatch(/BO.* has a free seat: Niagara/);
  expect(body).toContain('/people/cy');
  expect(body).not.toContain('/people/bo');
});

test('nothing stands there without news', () => {
  expect(shown({ ...NOBODY, friends: [person('bo')] })).toContain('hidden');
});

test('requests are counted at the account’s name until somebody else signs in', () => {
  own.keep({ account: 'ann', name: 'Ann', session: 'ann.secret' });
  own.asking = 2;
  expect(render(Who).body).toContain('Friend requests: 2');
  own.keep({ account: 'bea', name: 'Bea', session: 'bea.secret' });
  expect(render(Who).body).not.toContain('Friend requests');
});

const CALL = { table: 'abc', game: 'niagara', by: person('bo') };
const told = (path: string, known: Partial<Friends>): string => {
  own.keep({ account: 'ann', name: 'Ann', session: 'ann.secret' });
  circle.known = { ...NOBODY, ...known };
  router.route = parse(path);
  return render(Nearby).body;
};

test('on every page but at that table a friend’s call is told, with a seat and a way not to come', () => {
  for (const path of ['/', '/ratings', '/me', '/t/other', '/people/bo', '/offline/game']) {
    const body = told(path, { calls: [CALL] });
    expect(body, path).toMatch(/BO.* invites you to a table: Niagara/);
    expect(body).toContain('Sit down');
    expect(body).toContain('Not now');
  }
  for (const path of ['/t/abc', '/tables/other/screen']) expect(told(path, { calls: [CALL] })).not.toContain('invites');
});

test('tables that wait and requests are told where the page does not tell them itself, and not before one’s own turn', () => {
  waits.tables = ['one', 'two'];
  own.keep({ account: 'ann', name: 'Ann', session: 'ann.secret' });
  own.asking = 1;
  expect(told('/ratings', {})).toMatch(/t\/one.*2 tables are waiting for you.*Friend requests: 1/s);
  for (const path of ['/', '/lobby', '/t/one']) expect(told(path, {})).not.toContain('waiting for you');
  const other = told('/t/other', {});
  expect(other).toContain('2 tables are waiting for you');
  expect(other).not.toContain('Friend requests');
  waits.tables = [];
});

test('at home stand the tables where friends sit: to watch, or to join', () => {
  const at = { table: 'abc', game: 'canyon', friends: [person('bo'), person('cy')] };
  expect(shown({ ...NOBODY, playing: [{ ...at, running: true }] })).toMatch(/Watch .*BO.* and .*CY.*: /);
  expect(shown({ ...NOBODY, playing: [{ ...at, running: false }] })).toMatch(/Join .*BO/);
});

test('friends who are here are invited first, and what they answer is told', () => {
  own.keep({ account: 'ann', name: 'Ann', session: 'ann.secret' });
  const [bo, cy, dora, eve] = ['bo', 'cy', 'dora', 'eve'].map(person) as [Friend, Friend, Friend, Friend];
  circle.known = {
    ...NOBODY,
    friends: [bo, cy, dora, eve],
    here: ['cy', 'eve'],
    called: [
      { table: 'abc', account: 'dora', declined: true },
      { table: 'other', account: 'cy', declined: false },
    ],
  };
  const table = { id: 'abc', seats: [{ account: 'eve' }] } as unknown as TableInfo;
  const body = render(Calling, { props: { table } }).body;
  expect(body).toMatch(/CY.*Here now.*Invite/s);
  expect(body).toMatch(/DORA.*Cannot come now/s);
  expect(body).not.toContain('BO');
  expect(body).not.toContain('EVE');
  expect(body).toContain('Show all friends');
});
