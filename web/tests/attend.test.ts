import { FakeSocket } from './browser';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { circle } from '../src/friends/parts';
import { Connection } from '../src/lib/connection';
import { parse, router } from '../src/lib/router.svelte';
import { own } from '../src/lib/session.svelte';
import { attend } from '../src/notice/attend.svelte';

/** What the page asks of the server. */
let asked: string[];
const FRIENDS = '/api/me/friends';
const times = (path: string): number => asked.filter((each) => each === path).length;
const known = { friends: [], asking: [], asked: [], blocked: [], here: [], tables: [], playing: [], called: [] };
const call = { table: 'other', game: 'niagara', by: { account: 'bo', name: 'Bo' } };
let calls: (typeof call)[];

const go = (path: string): void => {
  router.route = parse(path);
};

beforeEach(async () => {
  await circle.get();
  vi.useFakeTimers();
  [asked, calls] = [[], []];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const body = path === FRIENDS ? { ...known, calls } : { tables: [] };
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('who is connected is told when friends have something new, and asks only then', async () => {
  own.keep({ account: 'ann', name: 'Ann', session: 'ann.secret' });
  attend();
  go('/t/abc');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(times(FRIENDS)).toBe(0);

  const connection = new Connection('/ws/tables/abc', {
    hello: () => ({ type: 'ping' }),
    heard: vi.fn(),
    link: vi.fn(),
  });
  FakeSocket.last.open();
  calls = [call];
  FakeSocket.last.say({ type: 'friends' });
  await vi.advanceTimersByTimeAsync(0);
  expect(times(FRIENDS)).toBe(1);

  // A call that is shown may end without any news.
  asked = [];
  calls = [];
  await vi.advanceTimersByTimeAsync(120_000);
  expect(times(FRIENDS)).toBe(1);

  FakeSocket.last.fail();
  await vi.advanceTimersByTimeAsync(8_000);
  FakeSocket.last.open();
  asked = [];
  FakeSocket.last.say({ type: 'delta' });
  await vi.advanceTimersByTimeAsync(0);
  expect(times(FRIENDS)).toBe(1);
  connection.close();

  asked = [];
  go('/');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(times(FRIENDS)).toBeGreaterThanOrEqual(3);
});
