import { describe, expect, test } from 'vitest';

import { remaining, total, waitingFirst, type Held } from '../src/home/mine';
import type { MyTable } from '../src/protocol';

const held = (...tables: string[]): Held[] =>
  tables.map((table) => ({ table, token: 'x', game: 'niagara', name: 'Ann' }));

const told = (...all: (Partial<MyTable> & { table: string })[]): Map<string, MyTable> =>
  new Map(
    all.map((each) => [
      each.table,
      {
        status: 'running',
        seat: 0,
        yours: false,
        waiting: [],
        left: null,
        vacation: null,
        seats: [],
        winners: [],
        rank: null,
        ended: null,
        rematch: null,
        ...each,
      },
    ]),
  );

const order = (tables: Held[], known: Map<string, MyTable>): string =>
  waitingFirst(tables, known)
    .map(({ table }) => table)
    .join('');

describe('my tables', () => {
  test('the time left runs, but not during a vacation', () => {
    const known = told({ table: 'a', left: [30, 600] }, { table: 'b', left: [30, 600], vacation: '2026-12-03' });
    expect([...known.values()].map((table) => remaining(table, 40))).toEqual([590, 630]);
  });

  test('those that wait for me come first, the most urgent before the others', () => {
    const known = told(
      { table: 'a', yours: true },
      { table: 'b' },
      { table: 'c', yours: true, left: [30, 600] },
      { table: 'd', yours: true, left: [100, 0] },
    );
    expect(order(held('a', 'b', 'c', 'd'), known)).toBe('dcab');
  });

  test('the others follow by what goes on there, and keep their order', () => {
    const known = told(
      { table: 'a', status: 'gone' },
      { table: 'b', status: 'over' },
      { table: 'c', status: 'open' },
      { table: 'd', left: [5, 0] },
      { table: 'e', status: 'unreachable' },
      { table: 'f', left: [1, 0] },
    );
    expect(order(held('a', 'b', 'c', 'd', 'e', 'f'), known)).toBe('dfceba');
  });

  test('before anything is known the newest stay first', () => {
    expect(order(held('b', 'a'), new Map())).toBe('ba');
  });

  test('two turns without a clock are equally urgent', () => {
    expect(order(held('b', 'a'), told({ table: 'a', yours: true }, { table: 'b', yours: true }))).toBe('ba');
    expect([...told({ table: 'a' }).values()].map(total)).toEqual([Infinity]);
  });
});
