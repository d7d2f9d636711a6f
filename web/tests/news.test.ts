import { FakeSocket } from './browser';

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { Connection } from '../src/lib/connection';
import { parse, router } from '../src/lib/router.svelte';
import { listen } from '../src/news/listen.svelte';

let asked = 0;
const nothing = { type: 'news', number: 0, text: null, left: null, restart: null };

beforeAll(() => {
  vi.useFakeTimers();
  router.route = parse('/');
  listen();
});
beforeEach(() => {
  asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    const news = { announcement: nothing, renaming: null, name: null };
    return new Response(JSON.stringify(news), { headers: { 'content-type': 'application/json' } });
  });
});
afterAll(() => {
  vi.useRealTimers();
});

test('a page where nobody stirs asks nothing; where somebody does, at most once a minute', async () => {
  await vi.advanceTimersByTimeAsync(3_600_000);
  asked = 0;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toBe(0);
  for (let i = 0; i < 30; i += 1) {
    dispatchEvent(new Event('pointermove'));
    dispatchEvent(new Event('keydown'));
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(asked).toBe(5);
});

test('who comes back to a page is told without stirring', async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  asked = 0;
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(1);
});

test('who is connected does not ask', async () => {
  router.route = parse('/t/abc');
  await vi.advanceTimersByTimeAsync(60_000);
  asked = 0;
  const connection = new Connection('/ws/tables/abc', {
    hello: () => ({ type: 'ping' }),
    heard: vi.fn(),
    link: vi.fn(),
  });
  FakeSocket.last.open();
  dispatchEvent(new Event('pointermove'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(0);
  connection.close();
});
