import { expect, test } from 'vitest';

import { steps } from '../src/boards/canyon/ending/steps';
import type { Ending } from '../src/boards/ui';
import type { Round } from '../src/lines/rounds';
import { differing, partsOf } from '../src/lines/told';
import type { Event } from '../src/protocol';

/** A round in which each event is written `who what`; `who` is a seat or `-`. */
const roundOf = (...events: string[]): Round => ({
  begin: 0,
  end: events.length,
  told: events.map((text, at) => {
    const [who = '-', kind = ''] = text.split(' ');
    return { at, seat: who === '-' ? null : Number(who), event: { kind, text } as unknown as Event };
  }),
});
const textOf = (event: Event): string => (event as unknown as { text: string }).text;
const partsIn = (one: Round, other: Round): ReturnType<typeof partsOf> =>
  partsOf([one, other], [0, 1], textOf, (side, seat) => [`${seat} stands ${seat * side}`], steps as Ending['steps']);
const texts = (parts: ReturnType<typeof partsOf>): unknown[] =>
  parts.map(({ seat, title, rows }) => [
    title ?? seat,
    ...rows.map(({ facts }) => facts.map((fact) => fact?.text ?? '–')),
  ]);

const game = roundOf(
  '- dealt',
  '0 bid 1',
  '0 played 3',
  '1 played 5',
  '1 trick',
  '1 played 7',
  '0 played 4',
  '1 trick',
  '- settled',
);
const line = roundOf(
  '- dealt',
  '0 bid 1',
  '0 played 3',
  '1 played 7',
  '1 trick',
  '1 played 5',
  '0 played 4',
  '0 trick',
);

test('a round is read trick by trick, and else seat by seat', () => {
  expect(texts(partsIn(game, line))).toEqual([
    [null, ['- dealt', '- dealt'], ['- settled', '–']],
    ['Trick 1', ['0 played 3', '0 played 3'], ['1 played 5', '1 played 7'], ['1 trick', '1 trick']],
    ['Trick 2', ['1 played 7', '1 played 5'], ['0 played 4', '0 played 4'], ['1 trick', '0 trick']],
    [0, ['0 stands 0', '0 stands 0'], ['0 bid 1', '0 bid 1']],
    [1, ['1 stands 0', '1 stands 1']],
  ]);
});

test('a card that was played at another time is not left out, and a trick that differs stays whole', () => {
  expect(texts(differing(partsIn(game, line)))).toEqual([
    [null, ['- settled', '–']],
    ['Trick 1', ['0 played 3', '0 played 3'], ['1 played 5', '1 played 7'], ['1 trick', '1 trick']],
    ['Trick 2', ['1 played 7', '1 played 5'], ['0 played 4', '0 played 4'], ['1 trick', '0 trick']],
    [1, ['1 stands 0', '1 stands 1']],
  ]);
  const [alone] = differing(partsIn(game, roundOf('- dealt', '0 bid 1', '0 played 3', '1 played 5', '1 trick')));
  expect(alone?.title).toBeNull();
  expect(differing(partsIn(line, line)).map(({ title }) => title)).toEqual([null]);
});

test('a trick that only one side has played stands there alone', () => {
  const short = roundOf('0 played 3', '1 played 5', '1 trick');
  const [, , second] = partsOf([game, short], [0], textOf, () => [], steps as Ending['steps']);
  expect(second?.rows.map(({ facts }) => facts[1])).toEqual([null, null, null]);
  expect(second?.rows.every(({ differs }) => differs)).toBe(true);
  expect(partsOf([game, undefined], [0, 1], textOf, () => [], undefined).map(({ title }) => title)).toEqual([
    null,
    null,
    null,
  ]);
});
