import { expect, test } from 'vitest';

import { numbers as canyon } from '../src/boards/canyon/ending/numbers';
import { missed } from '../src/boards/niagara/ending/measures';
import { numbers as niagara } from '../src/boards/niagara/ending/numbers';
import type { CanyonEvent, NiagaraEvent, NiagaraView } from '../src/protocol';

const began: NiagaraEvent = { kind: 'round', number: 1, first: 0 };
const dealt: CanyonEvent = { kind: 'dealt', number: 1, dealer: 0, cards: 8, trump: 'fir 3', space: 1 };

test('Niagara counts gems brought home, stolen and lost, and canoes that went over the falls', () => {
  const events: NiagaraEvent[] = [
    began,
    { kind: 'banked', seat: 0, canoe: 'a', gem: 'ruby' },
    { kind: 'banked', seat: 0, canoe: 'b', gem: 'amber' },
    { kind: 'stolen', seat: 1, canoe: 'a', victim: 0, victim_canoe: 'a', gem: 'ruby' },
    {
      kind: 'push',
      number: 1,
      arm: 'L',
      canoes: [
        { seat: 0, canoe: 'a', place: 'lost', gems: ['ruby'] },
        { seat: 1, canoe: 'a', place: '4', gems: [] },
      ],
      others: [],
    },
    { kind: 'swept', seat: 1, canoe: 'b', start: '7L', end: 'lost', gems: ['amber', 'ruby'] },
  ];
  expect(niagara(events, 2)?.rows).toEqual([
    ['2', '0', '2', '1'],
    ['0', '1', '2', '1'],
  ]);
});

test('Niagara says who came nearest, and by how many gems, where nobody has won', () => {
  const told = (...goals: readonly (readonly [number, number, number])[]): string => {
    const players = goals.map(([alike, colours, total], seat) => ({ seat, goals: { alike, colours, total } }));
    return missed({ players } as unknown as NiagaraView, (seat) => ['Ada', 'Bo', 'Cy'][seat] ?? '');
  };
  const over = 'The last round ended before anybody reached a goal.';
  expect(told([3, 1, 3], [1, 2, 2], [2, 1, 2])).toBe(`${over} Nearest to it: Ada, only 1 gem short.`);
  expect(told([2, 1, 2], [0, 0, 0], [1, 3, 3])).toBe(`${over} Nearest to it: Ada and Cy, 2 gems short.`);
  expect(told([0, 0, 0], [0, 0, 0])).toBe(`${over} Everybody was 4 gems short.`);
});

test('Canyon counts bids that were made, tricks, trumps among the cards played, and falls', () => {
  const events: CanyonEvent[] = [
    dealt,
    { kind: 'played', seat: 0, card: 'fir 10' },
    { kind: 'played', seat: 1, card: 'sun 3' },
    {
      kind: 'settled',
      players: [
        { seat: 0, bid: 2, tricks: 2, bonus: 3, points: 5 },
        { seat: 1, bid: 1, tricks: 3, bonus: 0, points: 3 },
      ],
    },
    {
      kind: 'drifted',
      seat: 1,
      chain: [{ seat: 1, start: { column: 1, row: 1 }, end: { column: 2, row: 1 }, fell: true }],
    },
  ];
  const found = canyon(events, 2);
  expect(found?.rows.map(([, tricks, trumps, falls]) => [tricks, trumps, falls])).toEqual([
    ['2', '1 of 1', '0'],
    ['3', '0 of 1', '1'],
  ]);
  expect(found?.rows.map(([bids]) => bids)).toEqual(['1 of 1', '0 of 1']);
});

test('of a story whose beginning is missing, nothing is counted', () => {
  expect(niagara([{ ...began, number: 2 }], 2)).toBeNull();
  expect(canyon([{ ...dealt, number: 2 }], 2)).toBeNull();
});
