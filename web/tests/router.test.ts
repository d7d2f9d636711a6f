import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { parse, split, tableIn, type router as Router } from '../src/lib/router.svelte';

test('reads the paths of our pages', () => {
  expect(parse('/')).toEqual({ page: 'home' });
  expect(parse('/t/ab12-X_')).toEqual({ page: 'table', id: 'ab12-X_' });
  expect(parse('/t/')).toEqual({ page: 'unknown' });
  expect(parse('/verify')).toEqual({ page: 'verify' });
  expect(parse('/lobby')).toEqual({ page: 'lobby' });
  expect(parse('/lobby/')).toEqual({ page: 'lobby' });
  expect(parse('/ratings')).toEqual({ page: 'ratings' });
  expect(parse('/rules/niagara')).toEqual({ page: 'rules', game: 'niagara' });
  expect(parse('/tournaments')).toEqual({ page: 'tournaments' });
  expect(parse('/tournaments/abc')).toEqual({ page: 'tournament', id: 'abc' });
  expect(parse('/rules')).toEqual({ page: 'readings' });
  expect(parse('/rules/')).toEqual({ page: 'readings' });
  expect(parse('/offline')).toEqual({ page: 'offline' });
  expect(parse('/offline/abc')).toEqual({ page: 'game', id: 'abc' });
  expect(parse('/elsewhere')).toEqual({ page: 'unknown' });
});

test.each([
  ['https://example.org/t/abcdefgh2345', 'abcdefgh2345'],
  [' abcdefgh2345 ', 'abcdefgh2345'],
  ['example.org/t/abcdefgh2345/?x=1', 'abcdefgh2345'],
  ['a table, please', null],
  ['', null],
])('finds the table in %j', (text, table) => {
  expect(tableIn(text)).toBe(table);
});

test.each([
  ['http://table.test/games/', '/', '', ''],
  ['http://table.test/games/#/', '/', '', ''],
  ['http://table.test/games/#/offline/abc', '/offline/abc', '', ''],
  ['http://table.test/games/#/offline/abc/replay?turn=7', '/offline/abc/replay', 'turn=7', ''],
  ['http://table.test/games/index.html#/rules/niagara#N-MOVE-3', '/rules/niagara', '', 'N-MOVE-3'],
])('on a site without a server, %s is a place of its one page', (address, path, query, place) => {
  expect(split(new URL(address), true)).toEqual({ path, query, place });
});

test('on a server, an address has a path, and may ask something of its page, or name a place in it', () => {
  expect(split(new URL('http://table.test/rules/niagara?all#N-MOVE-3'), false)).toEqual({
    path: '/rules/niagara',
    query: 'all',
    place: 'N-MOVE-3',
  });
});

describe('a link', () => {
  /** A window of its own: the one that all tests share may have a router of an earlier file. */
  const page = new EventTarget();
  let router: typeof Router;

  beforeAll(async () => {
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.resetModules();
    ({ router } = await import('../src/lib/router.svelte'));
  });

  beforeEach(() => {
    let address = new URL('http://table.test/');
    const pushState = (_: unknown, __: string, to: string): void => {
      address = new URL(to, address);
      vi.stubGlobal('location', address);
    };
    vi.stubGlobal('location', address);
    vi.stubGlobal('history', { pushState });
    vi.stubGlobal('scrollTo', () => undefined);
    router.go('/');
  });

  const click = (href: string, more: object = {}, key: object = {}): { followed: boolean } => {
    const { origin, pathname, search, hash } = new URL(href, location.href);
    const link = { origin, pathname, search, hash, target: '', ...more };
    const event = new Event('click', { cancelable: true });
    Object.defineProperty(event, 'target', { value: { closest: () => link } });
    page.dispatchEvent(Object.assign(event, { button: 0 }, key));
    return { followed: event.defaultPrevented };
  };

  test('to a page of ours is followed without loading it', () => {
    expect(click('/t/ab12').followed).toBe(true);
    expect(router.route).toEqual({ page: 'table', id: 'ab12' });
    expect(click('/rules/niagara#N-MOVE-3').followed).toBe(true);
    expect(router.route).toEqual({ page: 'rules', game: 'niagara' });
  });

  test('keeps its query, and the next one goes without', () => {
    expect(click('/tables/ab12/replay?turn=5').followed).toBe(true);
    expect([router.route, location.search]).toEqual([{ page: 'replay', id: 'ab12' }, '?turn=5']);
    expect(click('/rules/niagara?turn=7#N-MOVE-3').followed).toBe(true);
    expect(location.href).toBe('http://table.test/rules/niagara?turn=7#N-MOVE-3');
    expect(click('/t/ab12').followed).toBe(true);
    expect(location.href).toBe('http://table.test/t/ab12');
  });

  test('to another place of the same page that asks for something else does not load it either', () => {
    expect(click('/offline/shared/replay?turn=5#line').followed).toBe(true);
    expect(click('/offline/shared/replay?scene=7#line').followed).toBe(true);
    expect(location.href).toBe('http://table.test/offline/shared/replay?scene=7#line');
    expect(click('/offline/shared/replay?scene=7#other').followed).toBe(false);
  });

  test.each([
    ['another site', 'https://example.org/t/ab12', {}, {}],
    ['what is no page', '/api/games', {}, {}],
    ['a tab of its own', '/t/ab12', { target: '_blank' }, {}],
    ['a tab of its own by key', '/t/ab12', {}, { ctrlKey: true }],
    ['a tab of its own by the middle button', '/t/ab12', {}, { button: 1 }],
    ['a place in the same page', '#N-MOVE-3', {}, {}],
  ])('to %s is the browser’s', (_, href, more, key) => {
    expect(click(href, more, key).followed).toBe(false);
    expect(router.route).toEqual({ page: 'home' });
  });
});
