import { expect, test } from 'vitest';

import { changed, part } from '../src/lobby/follow';
import type { Listing } from '../src/protocol';

const row = (id: string, spectators = 0): Listing => ({
  id,
  game: 'niagara',
  status: 'open',
  preset: null,
  changed: {},
  seats: [],
  clock: null,
  opened: 0,
  fills: null,
  spectators,
  rated: false,
  host_away: false,
  reachable: false,
  friends: false,
});
const rows = ['a', 'b', 'c'].map((id) => row(id));
const ids = (list: readonly Listing[]): string => list.map(({ id }) => id).join('');

test('takes out what is gone and puts in what is new, has changed or has moved', () => {
  const after = changed(rows, {
    type: 'changed',
    total: 4,
    gone: ['b'],
    placed: [
      { at: 0, row: row('c', 1) },
      { at: 2, row: row('d') },
      { at: 3, row: row('e') },
    ],
  });
  expect(ids(after)).toBe('cade');
  expect(after[0]?.spectators).toBe(1);
  expect(ids(rows)).toBe('abc');
});

test.each([
  [0, 0],
  [30, 0],
  [50, 25],
  [999.5, 950],
])('asks for a part around row %d', (top, first) => {
  expect(part(top)).toBe(first);
});
