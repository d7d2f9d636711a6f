import './browser';

import { expect, test } from 'vitest';

import * as canyon from '../src/boards/canyon/ending';
import * as niagara from '../src/boards/niagara/ending';
import type { Ending } from '../src/boards/ui';
import type { CanyonEvent, CanyonView, Event, NiagaraEvent } from '../src/protocol';
import { stoodIn, type Told, toldOf } from '../src/replay/told';
import { played } from './played';

const words = {
  chapter: (event: Event): string | null =>
    event.kind === 'round' || event.kind === 'dealt' ? `Round ${(event as { number: number }).number}` : null,
  event: ({ kind }: Event): string => kind,
};
const name = (seat: number): string => `P${seat}`;
const forget = (ending: unknown): Ending => ending as Ending;
/** As texts are compared: without the signs that isolate a name. */
const plain = (text: string): string => text.replace(/[\u2068\u2069]/g, '');

const settled: CanyonEvent = {
  kind: 'settled',
  players: [
    { seat: 0, bid: 1, tricks: 1, bonus: 2, points: 3 },
    { seat: 1, bid: 2, tricks: 0, bonus: 0, points: 0 },
    { seat: 2, bid: 0, tricks: 2, bonus: 0, points: 2 },
  ],
};

test('a round at Canyon tells who made a bid, and who missed one and how', () => {
  const told = canyon.stood(settled, name, []).map(({ seats, text }) => [seats, plain(text)]);
  expect(told).toEqual([
    [[0], 'Only P0 makes their bid: 1.'],
    [[1, 2], 'Missed their bid: P1 (bid 2, took 0) and P2 (bid 0, took 2).'],
  ]);
  const bids = [1, 'hidden', 3].map((bid, seat) => ({ seat, bid, tricks: 2 }));
  const running = { players: bids } as unknown as CanyonView;
  const tallies = (round: CanyonEvent[]): (string | null)[] =>
    [0, 1, 3].map((seat) => canyon.tally(running, round, seat));
  expect(tallies([settled])).toEqual(['Bid 1, took 1', 'Bid 2, took 0', null]);
  expect(tallies([])).toEqual(['Bid 1, took 2', null, null]);
});

test('a trick at Canyon stands out where it is one too many', () => {
  const trick = (seat: number, tricks: number) =>
    ({ kind: 'trick', seat, tricks, cards: [], leads: true }) satisfies CanyonEvent;
  const open: CanyonEvent[] = [0, 1].map((seat) => ({ kind: 'bid', seat, tricks: seat }));
  const told = (event: CanyonEvent, before: CanyonEvent[]) =>
    canyon.stood(event, name, before).map(({ seats, text }) => [seats, plain(text)]);
  expect(told(trick(1, 1), open)).toEqual([]);
  expect(told(trick(1, 2), open)).toEqual([[[1], 'P1 takes a trick too many: the bid was 1.']]);
  expect(told(trick(1, 3), open)).toEqual([]);
  expect(told(trick(0, 1), [{ kind: 'bids', bids: [0, 1] }])).toHaveLength(1);
  expect(told(trick(0, 1), [])).toEqual([]);
});

test('a theft at Niagara concerns the victim, too, and a push all who fall', () => {
  const theft = { kind: 'stolen', seat: 1, canoe: 'A', victim: 2, victim_canoe: 'A', gem: 'ruby' } as unknown;
  expect(niagara.stood(theft as NiagaraEvent, name).map(({ seats }) => seats)).toEqual([[1, 2]]);
  const canoes = [0, 2, 0].map((seat) => ({ seat, canoe: 'A', place: 'lost', gems: [] }));
  const push = { kind: 'push', canoes, others: [] } as unknown;
  expect(niagara.stood(push as NiagaraEvent, name).map(({ seats }) => seats)).toEqual([[0, 2]]);
  expect(niagara.stood({ kind: 'river' } as NiagaraEvent, name)).toEqual([]);
});

test.each([
  ['canyon-classic-points_left', canyon, ['Bids made', 'Bids missed', 'Arrivals']],
  ['niagara-brettspielwelt-all_modules_4', niagara, ['Over the falls', 'Thefts', 'Goals reached']],
] as const)('what stands out in %s comes round by round, no further than it may be told', async (id, ending, kinds) => {
  const { story } = await played(id);
  const last = story.places.length - 1;
  const all = toldOf(story, forget(ending), words, name, last);
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort((one, other) => one - other));
  const rounds = all.map(({ round }) => Number(round.replace('Round ', '')));
  expect(rounds).toEqual([...rounds].sort((one, other) => one - other));
  expect(rounds[0]).toBeGreaterThan(0);
  // Of more than one kind, so that whoever seeks one need not read of all else.
  expect(all.every(({ kind }) => kind)).toBe(true);
  expect([...new Set(all.map(({ kind }) => kind))]).toEqual(expect.arrayContaining([...kinds]));
  // Turn by turn the same is said, but of leads.
  const happened = all.map(({ text }) => text).filter((text) => !text.endsWith('takes the lead.'));
  const turns = story.places.flatMap((_, at) => stoodIn(story, at, forget(ending), words, name));
  expect(turns).toEqual(happened);
  const half = Math.floor(last / 2);
  const until: Told[] = toldOf(story, forget(ending), words, name, half);
  expect(until).toEqual(all.filter(({ at }) => at <= half));
  expect(until.length).toBeLessThan(all.length);
});
