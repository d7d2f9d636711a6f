import './browser';

import { render } from 'svelte/server';
import { afterEach, expect, test } from 'vitest';

import { circle } from '../src/friends/circle.svelte';
import Meeting from '../src/friends/Meeting.svelte';
import { own } from '../src/lib/session.svelte';
import Who from '../src/people/Who.svelte';
import type { Friends } from '../src/protocol';

const NOBODY: Friends = { friends: [], asking: [], asked: [], blocked: [], here: [], tables: [] };
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
