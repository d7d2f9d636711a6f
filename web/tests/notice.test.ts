import './browser';

import { readFileSync } from 'node:fs';

import { beforeEach, expect, test, vi } from 'vitest';

import { lookedAt, settle, silence, subscribed } from '../src/notice/settle';

/** What a browser shows outside of its pages. */
let shown: { tag: string; data?: object; close: () => void }[];
let badge: number | null;
let subscription: { unsubscribe: () => Promise<void> } | null;

const show = (tag: string, data?: object): void => {
  const made = { tag, ...(data && { data }), close: () => (shown = shown.filter((each) => each !== made)) };
  shown = [...shown.filter((each) => each.tag !== tag), made];
};
const registration = {
  getNotifications: async () => shown,
  showNotification: async (_: string, { tag, data }: { tag: string; data: object }) => show(tag, data),
  pushManager: { getSubscription: async () => subscription },
};
const apps = {
  setAppBadge: async (count: number) => void (badge = count),
  clearAppBadge: async () => void (badge = null),
};
const tags = (): string[] => shown.map(({ tag }) => tag).sort();

beforeEach(() => {
  shown = [];
  badge = null;
  subscription = null;
  Object.assign(navigator, { serviceWorker: { getRegistration: async () => registration }, ...apps });
  show('a', { path: 't/a', tells: ['a'] });
  show('b', { path: 't/b', tells: ['b'] });
  show('eddyline', { path: '', tells: ['c', 'd'] });
  show('ann.request', { path: 'me', tells: [] });
  show('old', { path: 't/old' });
});

test('what tells of a turn that was played goes, and the badge counts those that wait', async () => {
  await settle(['b', 'd']);
  expect(tags()).toEqual(['ann.request', 'b', 'eddyline', 'old']);
  expect(badge).toBe(2);
  await settle([]);
  expect(tags()).toEqual(['ann.request', 'old']);
  expect(badge).toBe(0);
});

test('what tells of a table goes when somebody looks at it', async () => {
  await lookedAt('a');
  await lookedAt('old');
  expect(tags()).toEqual(['ann.request', 'b', 'eddyline']);
});

test('whoever uses the browser after somebody has left is shown nothing', async () => {
  const unsubscribe = vi.fn(async () => undefined);
  subscription = { unsubscribe };
  expect(await subscribed()).toBe(true);
  badge = 3;
  await silence();
  expect([tags(), badge]).toEqual([[], null]);
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test('a browser without any of this is left in peace', async () => {
  Object.assign(navigator, { serviceWorker: { getRegistration: async () => undefined } });
  Object.assign(navigator, { setAppBadge: undefined, clearAppBadge: undefined });
  expect(await subscribed()).toBe(false);
  await settle(['a']);
  await silence();
  expect(tags()).toHaveLength(5);
});

test('the next message takes away what tells of turns that were played since', async () => {
  const heard: Record<string, (event: object) => void> = {};
  const worker = {
    registration: { ...registration, scope: 'https://table.test/' },
    navigator: apps,
    addEventListener: (kind: string, listener: (event: object) => void) => (heard[kind] = listener),
  };
  new Function('self', readFileSync('public/worker.js', 'utf8'))(worker);
  let done: Promise<void> | undefined;
  const message = { title: 'It is your turn', body: '', tag: 'e', path: 't/e', turns: ['b', 'e'], tells: ['e'] };
  heard['push']?.({
    data: { json: () => ({ ...message, waiting: 2 }) },
    waitUntil: (promise: Promise<void>) => (done = promise),
  });
  await done;
  expect(tags()).toEqual(['ann.request', 'b', 'e', 'old']);
  expect(badge).toBe(2);
});
