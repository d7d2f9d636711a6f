import { describe, expect, it } from 'vitest';

import { cameOut, causeOf } from '../src/lines/cause';
import type { Side } from '../src/lines/rounds';
import type { Event } from '../src/protocol';

const textOf = (event: Event): string => (event as unknown as { text: string }).text;
/** A line; a `|` begins another round. */
const sideOf = (texts: readonly string[]): Side => ({
  story: { places: [] } as unknown as Side['story'],
  rounds: texts
    .join(';')
    .split(';|;')
    .map((round) => ({
      begin: 0,
      end: texts.length,
      told: round.split(';').map((text, i) => ({
        at: i + 1,
        seat: text.startsWith('Bo ') ? 1 : 0,
        event: { kind: text.split(' ')[0], text } as unknown as Event,
      })),
    })),
});
const cause = (
  one: readonly string[],
  other: readonly string[],
  tried: number | null = 0,
  after = 1,
): ReturnType<typeof causeOf> =>
  causeOf(
    [sideOf(one), sideOf(other)],
    after,
    tried,
    { ends: [one.length, other.length] },
    (event) => textOf(event),
    (event) => textOf(event).endsWith('!'),
  );
const texts = (pair: NonNullable<ReturnType<typeof cause>>['first']): (string | null)[] =>
  pair.map((said) => said?.text ?? null);

describe('with what lines part', () => {
  it('is what differs first after their turn, and what stands out after it', () => {
    const found = cause(
      ['begins', 'plays 7', 'wins', 'moves 1', 'goes far!'],
      ['begins', 'plays 10', 'wins', 'moves 2', 'goes ashore!'],
    );
    expect(found && texts(found.first)).toEqual(['plays 7', 'plays 10']);
    expect(found?.then.map(texts)).toEqual([['goes far!', 'goes ashore!']]);
  });

  it('tells what cannot be compared in rows of their own, and in which round', () => {
    const found = cause(['begins', 'plays 7', 'wins', 'falls!'], ['begins', 'plays 10', 'wins', 'lands!']);
    expect(found?.then.map(texts)).toEqual([
      ['falls!', null],
      [null, 'lands!'],
    ]);
    const later = cause(['begins', 'plays 7', '|', 'deals', 'falls!'], ['begins', 'plays 10', '|', 'deals', 'meets']);
    expect(later?.then.map((pair) => pair.map((said) => said && [said.text, said.round]))).toEqual([
      [['falls!', 1], null],
    ]);
  });

  it('is what the one did who tried something, before what others did with other cards', () => {
    const lines = [
      ['begins', 'Bo wins!', 'plays 3', 'falls!'],
      ['begins', 'Bo lands!', 'plays 6', 'falls!'],
    ] as const;
    const found = cause(...lines);
    expect(found && texts(found.first)).toEqual(['plays 3', 'plays 6']);
    expect(found?.then.map(texts)).toEqual([['Bo wins!', 'Bo lands!']]);
    for (const tried of [null, 1, 2]) {
      const other = cause(...lines, tried);
      expect(other && texts(other.first)).toEqual(['Bo wins!', 'Bo lands!']);
      expect(other?.then).toEqual([]);
    }
  });

  it('is what was done instead, also where it was done later in the other line', () => {
    const lines = [
      ['begins', 'plays 2', 'plays 8', 'plays 5'],
      ['begins', 'plays 8', 'plays 5', 'plays 2'],
    ] as const;
    const found = cause(...lines);
    expect(found && texts(found.first)).toEqual(['plays 2', 'plays 8']);
  });

  it('is nothing where the same was played again', () => {
    expect(cause(['begins', 'plays 7', 'falls!'], ['begins', 'plays 7', 'falls!'])).toBeNull();
  });

  it('tells what happened in one of them only, and nothing that both share', () => {
    const found = cause(['begins', 'plays 7', 'falls!', 'meets!'], ['begins', 'plays 10', 'meets!']);
    expect(found?.then.map(texts)).toEqual([['falls!', null]]);
    expect(cause(['begins', 'plays 7', 'meets!'], ['begins', 'plays 10', 'meets!'])?.then).toEqual([]);
  });

  it('is told with how the round came out for those for whom it did otherwise', () => {
    const tallies = [
      ['Bid 2, took 2', 'Bid 0, took 1', null],
      ['Bid 2, took 1', 'Bid 0, took 1', 'Bid 3, took 3'],
    ];
    expect(cameOut([0, 1, 2], (side, seat) => tallies[side]?.[seat] ?? null)).toEqual([
      [{ text: 'Bid 2, took 2' }, { text: 'Bid 2, took 1' }],
      [null, { text: 'Bid 3, took 3' }],
    ]);
  });
});
