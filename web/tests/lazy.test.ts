import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { forgo, lazy, lost } from '../src/lib/lazy.svelte';

/** What the server answers when it is asked for the page; null: it cannot be reached. */
let page: { ok: boolean; text: string } | null;

beforeEach(() => {
  page = { ok: true, text: '<script type="module" src="./assets/index-new.js">' };
  vi.stubGlobal('fetch', () =>
    page
      ? Promise.resolve({ ok: page.ok, text: () => Promise.resolve(page?.text) })
      : Promise.reject(new TypeError('Failed to fetch')),
  );
  Object.assign(document, { querySelector: () => ({ src: 'http://table.test/assets/index-old.js' }) });
});
afterEach(() => {
  vi.useRealTimers();
  forgo();
});

/** A file that comes at the attempt with this number, from 1. */
function file(comes: number) {
  let attempts = 0;
  return lazy(() => (++attempts < comes ? Promise.reject(new TypeError('404')) : Promise.resolve('part')));
}

it('is fetched once, when it is wanted', async () => {
  const load = vi.fn(() => Promise.resolve('part'));
  const part = lazy(load);
  expect([part.progress, part.part]).toEqual(['idle', null]);
  expect(await Promise.all([part.get(), part.want(), part.get()])).toEqual(['part', 'part', 'part']);
  expect([part.progress, part.part, load.mock.calls.length]).toEqual(['here', 'part', 1]);
});

it('says that the server is newer than the page', async () => {
  const part = file(Infinity);
  await expect(part.get()).rejects.toThrow('404');
  expect(part.progress).toBe('newer');
});

it.each([null, { ok: false, text: 'Bad gateway' }])('is tried again when the server is back: %o', async (down) => {
  page = down;
  const part = file(2);
  await expect(part.get()).rejects.toThrow('404');
  expect(part.progress).toBe('offline');
  expect(await part.get()).toBe('part');
  expect([part.progress, part.failed]).toEqual(['here', false]);
});

it('is tried again at once where the server is there, and has the page', async () => {
  page = { ok: true, text: '<script type="module" src="./assets/index-old.js">' };
  expect(await file(2).get()).toBe('part');
  const broken = file(Infinity);
  await expect(broken.get()).rejects.toThrow('404');
  expect(broken.progress).toBe('broken');
});

it('is told of once where a page can do without, until it comes', async () => {
  page = null;
  const [signs, motion, place] = [file(2), file(Infinity), file(Infinity)];
  expect(await Promise.all([signs.want(), motion.want(), motion.want()])).toEqual([null, null, null]);
  await place.get().catch(() => undefined);
  expect(lost()).toEqual([signs, motion]);
  await signs.get();
  expect(lost()).toEqual([motion]);
  forgo();
  expect(lost()).toEqual([]);
  await motion.want();
  expect(lost()).toEqual([motion]);
});

it('says that it takes long', async () => {
  vi.useFakeTimers();
  let arrive = (_part: string): void => undefined;
  const part = lazy(() => new Promise<string>((done) => (arrive = done)));
  const coming = part.get();
  const seen = [part.progress];
  for (const passed of [1000, 14_000]) {
    await vi.advanceTimersByTimeAsync(passed);
    seen.push(part.progress);
  }
  arrive('part');
  await coming;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([...seen, part.progress]).toEqual(['coming', 'late', 'slow', 'here']);
});

it('asks again for style sheets that did not come, and takes none away from who waits for it', async () => {
  const again = { onload: () => undefined, onerror: () => undefined };
  const link = (href: string, sheet: object | null) => ({
    ...{ href, sheet, cloneNode: () => again, after: vi.fn(() => again.onload()) },
    ...{ remove: vi.fn(), replaceWith: vi.fn() },
  });
  // The last one did not come at first, and then did.
  const links = [link('a', {}), link('b', null), link('c', null), link('c', {})];
  Object.assign(document, { querySelectorAll: () => links });
  page = null;
  const part = file(2);
  await part.get().catch(() => undefined);
  await part.get();
  expect(links.map(({ after }) => after.mock.calls.length)).toEqual([0, 1, 0, 0]);
  // A link that leaves the page while its sheet is under way says neither that it came nor that it did not.
  for (const { remove, replaceWith } of links)
    expect([remove, replaceWith].flatMap(({ mock }) => mock.calls)).toEqual([]);
});
