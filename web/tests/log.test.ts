import { describe, expect, it } from 'vitest';

import type { LogLine } from '../src/lib/table.svelte';
import { chaptersOf, isOpen, lastBefore, toldIn } from '../src/table/chapters';
import type { Event } from '../src/protocol';

const line = (version: number, event: unknown): LogLine => ({
  key: `${version}`,
  update: { version, seat: 2, events: [] },
  event: event as Event,
});
const round = (number: number): LogLine => line(number * 10, { kind: 'round', number, first: 0 });
const told = (version: number): LogLine => line(version, { kind: 'idle', seat: 1 });
const heading = (event: Event): string | null => (event.kind === 'round' ? `Round ${event.number}` : null);

describe('the log', () => {
  const log = [
    told(1),
    round(1),
    told(11),
    round(2),
    ...Array.from({ length: 12 }, (_, i) => told(21 + i / 100)),
    round(3),
  ];
  const chapters = chaptersOf(log, heading);
  const tell = ({ event }: LogLine): string | null => (event?.kind === 'idle' ? 'told' : null);

  it('begins a chapter with every round, and leaves out what need not be told', () => {
    expect(chapters.map((each) => [each.title, toldIn(each, tell).length])).toEqual([
      [null, 1],
      ['Round 1', 1],
      ['Round 2', 12],
      ['Round 3', 0],
    ]);
    expect(chapters.slice(1, 2).flatMap((each) => toldIn(each, tell))).toMatchObject([{ seat: 1, text: 'told' }]);
  });

  it('finds what was told last before a line leaves the game', () => {
    const at = (version: number): unknown[] => Object.values(lastBefore(chapters, tell, version));
    expect(at(0)).toEqual([null, null]);
    expect(at(5)).toEqual(['1', '1']);
    expect(at(10)).toEqual(['10', null]);
    expect(at(12)).toEqual(['10', '11']);
    expect(at(29)).toEqual(['20', '21.11']);
    expect(at(99)).toEqual(['30', null]);
  });

  it('folds old rounds, unless their reader wishes otherwise', () => {
    const open = (wished: Record<string, boolean>): boolean[] => chapters.map((_, i) => isOpen(chapters, i, wished));
    expect(open({})).toEqual([true, false, true, true]);
    expect(open({ '10': true, '30': false })).toEqual([true, true, true, false]);
  });
});
