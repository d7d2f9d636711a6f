import { expect, test } from 'vitest';

import { colourOf, count, type Mark, nextOf, together, told } from '../src/components/timeline';

const dot = (at: number, colour?: string, ...told: string[]): Mark => ({
  at,
  kind: 'dot',
  ...(colour && { colour }),
  place: `Turn ${at}`,
  told,
});

test('marks that would lie on each other stand as one, where the first of them is', () => {
  const marks = [dot(40), dot(3), dot(9), dot(12), dot(14), dot(20)];
  expect(together(marks, 10).map((these) => these.map(({ at }) => at))).toEqual([[3, 9, 12], [14, 20], [40]]);
  // However many there are, the next stands a width away.
  const many = together(
    Array.from({ length: 300 }, (_, at) => dot(at)),
    17,
  ).map(([{ at }]) => at);
  expect(many.every((at, i) => i === 0 || at - (many[i - 1] as number) >= 17)).toBe(true);
  expect(together(marks, 1)).toHaveLength(6);
});

test('what stands above and what leaves below are put together apart', () => {
  const line: Mark = { at: 4, kind: 'leaves', told: ['Try'] };
  const spots = together([dot(3), line, dot(5), { ...line, at: 6 }], 10);
  expect(spots.map((these) => these.map(({ kind, at }) => `${kind} ${at}`))).toEqual([
    ['dot 3', 'dot 5'],
    ['leaves 4', 'leaves 6'],
  ]);
});

test('one mark says, counts and colours what all of them do', () => {
  const [both, alone] = together([dot(3, 'red', 'A falls.', 'B falls.'), dot(5, 'blue', 'C wins.'), dot(30, 'red')], 9);
  if (!both || !alone) throw new Error('two marks were expected');
  expect(told(both)).toBe('Turn 3\nA falls.\nB falls.\nTurn 5\nC wins.');
  expect([count(both), count(alone)]).toEqual([3, 1]);
  expect([colourOf(both), colourOf(alone)]).toEqual(['var(--ink-soft)', 'red']);
});

test('keys walk through all that is marked, also what stands as one', () => {
  const marks = [dot(9), dot(3), dot(12)];
  expect([nextOf(marks, 3, 1), nextOf(marks, 9, 1), nextOf(marks, 12, 1)]).toEqual([9, 12, null]);
  expect([nextOf(marks, 12, -1), nextOf(marks, 10, -1), nextOf(marks, 3, -1)]).toEqual([9, 9, null]);
});
