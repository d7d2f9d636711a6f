import { expect, test } from 'vitest';

import { holds } from '../src/boards/niagara/ending/measures';
import type { NiagaraView } from '../src/protocol';

test('what a canoe carries that is not ashore yet is told, with its place', () => {
  const player = (seat: number, ...canoes: object[]): object => ({ seat, canoes });
  const view = {
    players: [
      player(0, { name: 'a', place: 'dock', cargo: [] }),
      player(1, { name: 'a', place: '7L', cargo: ['ruby'] }, { name: 'b', place: 'lost', cargo: [] }),
    ],
  } as unknown as NiagaraView;
  const [first, second] = holds(view, 1).map((text) => text.replaceAll(/\s+/gu, ' '));
  expect(first).toBe('Canoe 1 · on disc 7 left · carrying ruby');
  expect(second).toBe('Canoe 2 · below the falls · empty');
  expect(holds(view, 0)).toHaveLength(1);
  expect(holds(view, 3)).toEqual([]);
});
