import { expect, test } from 'vitest';

import { parse, tableIn } from '../src/lib/router.svelte';

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
