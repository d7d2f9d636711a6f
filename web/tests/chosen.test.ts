import { expect, test } from 'vitest';

import { fits, ofKept, ofTable } from '../src/history/chosen';
import { EVERY } from '../src/history/question';
import type { MyTable } from '../src/protocol';
import { met } from '../src/rivals/characters';

const day = new Date('2026-11-29T12:00').getTime();
const seats = [
  { name: 'Ann', bot: null },
  { name: 'Élsa', bot: 'scout' },
];
const kept = { id: 'a', game: 'niagara', seats, over: true, result: { ranking: [2, 1], winners: [1] }, at: day };
const table = { status: 'over', seat: 1, winners: [1], ended: day, seats } as unknown as MyTable;

test.each([
  [{}, true, true],
  [{ game: 'canyon' }, false, true],
  [{ result: 'won' }, false, true],
  [{ result: 'lost' }, true, false],
  [{ search: 'elsa' }, true, false],
  [{ search: 'ann' }, true, true],
  [{ day: '2026-11-29' }, true, true],
  [{ day: '2026-11-28' }, false, false],
])('a guest who asks for %j is shown what fits', (asked, here, there) => {
  const question = { ...EVERY, ...asked };
  expect([fits(question, ofKept(kept)), fits(question, ofTable('canyon', table))]).toEqual([here, there]);
});

test('a game that is not over has no day and no result', () => {
  const open = { ...kept, over: false, result: null };
  expect(ofKept(open)).toMatchObject({ outcome: null, ended: null });
  expect(ofTable('canyon', undefined)).toMatchObject({ outcome: null, ended: null });
});

test('the characters of a record are known by their names where one other person played', () => {
  expect(met(['Guest', 'Otto', 'Uma'])).toEqual([null, 'otter', 'owl']);
  expect(met(['Ann', 'Bo', 'Otto'])).toEqual([null, null, null]);
  expect(met(['Otto', 'Uma'])).toEqual([null, null]);
});
