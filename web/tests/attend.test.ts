import { FakeSocket } from './browser';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { circle } from '../src/friends/parts';
import { Connection } from '../src/lib/connection';
import { parse, router } from '../src/lib/router.svelte';
import { own } from '../src/lib/session.svelte';
import { attend } from '../src/notice/attend.svelte';

/** What the page asks of the server. */
let asked: string[];
const FRIENDS = '/api/me/friends';
const ME = '/api/me';
const times = (path: string): number => asked.filter((each) => each === path).length;
const known = { friends: [], asking: [], asked: [], blocked: [], here: [], tables: [], playing: [], called: [] };
const call = { table: 'other', game: 'niagara', by: { account: 'bo', name: 'Bo' } };
let calls: (typeof call)[];

const go = (path: string): void => {
  router.route = parse(path);
};

beforeAll(async () => {
  await circle.get();
  vi.useFakeTimers();
  own.keep({ account: 'ann', name: 'Ann', session: 'ann.secret' });
  attend();
});
beforeEach(() => {
  [asked, calls] = [[], []];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const body = path === FRIENDS ? { ...known, calls } : { tables: [] };
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});
afterAll(() => {
  vi.useRealTimers();
});

function connect(): Connection {
  const listener = { hello: () => ({ type: 'ping' }) as const, heard: vi.fn(), link: vi.fn() };
  const connection = new Connection('/ws/tables/abc', listener);
  FakeSocket.last.open();
  return connection;
}

test('who is connected is told when friends have something new, and asks only then', async () => {
  go('/t/abc');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(times(FRIENDS)).toBe(0);

  const connection = connect();
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

test('who is connected asks which tables wait when they have changed, once a minute at most', async () => {
  go('/t/abc');
  const connection = connect();
  FakeSocket.last.say({ type: 'delta' });
  // What changed before the page was connected was told to nobody.
  await vi.advanceTimersByTimeAsync(300_000);
  expect(times(ME)).toBe(1);

  asked = [];
  FakeSocket.last.say({ type: 'tables' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(times(ME)).toBe(1);
  for (let seconds = 0; seconds < 60; seconds += 10) {
    FakeSocket.last.say({ type: 'tables' });
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(times(ME)).toBe(2);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(times(ME)).toBe(2);
  connection.close();
});

test('a page asks again where it got no answer, and regularly where nobody tells', async () => {
  go('/t/abc');
  await vi.advanceTimersByTimeAsync(60_000);
  const answers = fetch;
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    throw new TypeError('no network');
  });
  asked = [];
  dispatchEvent(new Event('tables'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(times(ME)).toBe(2);
  vi.stubGlobal('fetch', answers);
  await vi.advanceTimersByTimeAsync(60_000);
  asked = [];
  await vi.advanceTimersByTimeAsync(300_000);
  expect(times(ME)).toBe(0);

  go('/rules/niagara');
  asked = [];
  await vi.advanceTimersByTimeAsync(180_000);
  expect(times(ME)).toBeGreaterThanOrEqual(3);
});
