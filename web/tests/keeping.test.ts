import './browser';

import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const SCOPE = 'https://table.test/';
const file = (name: string): string => `${SCOPE}assets/${name}.js`;
const files = (build: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => file(`${build}-${i}`));

/** The worker that keeps files, with a cache of its own; what it is asked to keep comes from a page. */
function working(): { keep: (names: readonly string[]) => Promise<unknown>; kept: () => string[] } {
  const cached = new Set<string>();
  const cache = {
    match: async (name: string) => (cached.has(name) ? {} : undefined),
    add: async (name: string) => void cached.add(name),
    keys: async () => [...cached].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => cached.delete(url),
  };
  const heard: Record<string, (event: object) => void> = {};
  const worker = {
    registration: { scope: SCOPE },
    addEventListener: (kind: string, listener: (event: object) => void) => (heard[kind] = listener),
  };
  new Function('self', 'caches', readFileSync('public/worker.js', 'utf8'))(worker, { open: async () => cache });
  return {
    keep: async (data) => {
      let answer: unknown;
      let done: Promise<void> | undefined;
      heard['message']?.({
        data,
        ports: [{ postMessage: (all: unknown) => (answer = all) }],
        waitUntil: (promise: Promise<void>) => (done = promise),
      });
      await done;
      return answer;
    },
    kept: () => [...cached],
  };
}

test('all files of a page are kept, however many, and also when a part of it is opened later', async () => {
  const { keep, kept } = working();
  const build = files('now', 1400);
  expect(await keep(build)).toBe(true);
  expect(kept()).toEqual(build);
  await keep([...build.slice(0, 3), file('more')]);
  expect(kept()).toEqual([...build, file('more')]);
});

test('files of older builds go, the oldest first', async () => {
  const { keep, kept } = working();
  const [oldest, old, now] = ['oldest', 'old', 'now'].map((build) => files(build, 900));
  for (const build of [oldest, old, now]) await keep(build ?? []);
  expect(kept()).toEqual([...(oldest?.slice(300) ?? []), ...(old ?? []), ...(now ?? [])]);
});
