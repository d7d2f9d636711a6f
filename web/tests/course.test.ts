import './browser';

import { expect, test } from 'vitest';

import * as canyon from '../src/boards/canyon/ending';
import * as niagara from '../src/boards/niagara/ending';
import type { Ending } from '../src/boards/ui';
import { courseOf, leads, liveliest, measured, roundOf, tells } from '../src/ending/course';
import { layOut, spread } from '../src/ending/layout';
import type { Event, NiagaraEvent, NiagaraView } from '../src/protocol';
import { played } from './played';

const chapter = ({ kind }: Event): string | null => (kind === 'round' || kind === 'dealt' ? 'Round' : null);

const forget = (ending: unknown): Ending => ending as Ending;

test('of a game of Niagara, what is at home and what is lacking is known after every round', async () => {
  const { story, seats } = await played('niagara-boardgamearena-five_colours');
  const course = courseOf(story, seats, forget(niagara), chapter);
  const [short, home] = course?.lines ?? [];
  const rounds = story.places.flatMap(({ events }) => events.filter(({ kind }) => kind === 'round')).length;
  expect(course?.rounds).toHaveLength(rounds);
  expect(short?.seats.map((line) => [line.length, line[0]])).toEqual(Array(seats).fill([rounds + 1, 4]));
  // As the position at the end has it, seen by itself.
  const room = story.rules.position();
  story.rules.put(room, story.places.at(-1)?.record ?? new Uint8Array());
  const view = JSON.parse(new TextDecoder().decode(story.rules.view(room, null))) as NiagaraView;
  expect([course && tells(course), course && tells({ ...course, rounds: course.rounds.slice(0, 2) })]).toEqual([
    true,
    false,
  ]);
  expect(home?.seats.map((line) => line.at(-1))).toEqual(view.players.map(({ goals }) => goals.total));
  const [winner = -1] = story.places.at(-1)?.given['winners'] as number[];
  expect(short?.seats.flatMap((line, seat) => (line.at(-1) === 0 ? seat : []))).toEqual([winner]);
});

test('a game of Niagara turned where canoes with gems were lost, gems stolen, and at its goal', async () => {
  const { story, seats } = await played('niagara-brettspielwelt-all_modules_4');
  const { turningPoints = [], rounds = [] } = courseOf(story, seats, forget(niagara), chapter) ?? {};
  expect(turningPoints.length).toBeGreaterThan(2);
  expect(turningPoints.length).toBeLessThan(6);
  expect(turningPoints.map(({ at }) => at)).toEqual(turningPoints.map(({ at }) => at).sort((a, b) => a - b));
  for (const { at, event, leader } of turningPoints) {
    expect(event !== null || leader !== null).toBe(true);
    if (event) expect(story.places[at]?.events).toContain(event);
  }
  const goal = turningPoints.find(({ event }) => event?.kind === 'goal');
  expect(goal).toBeDefined();
  expect(goal && roundOf(goal)).toBe(rounds.length - 1);
  const won = goal?.effect.find(({ seat }) => seat === goal.seat);
  expect([won?.after, (won?.before ?? 0) > 0]).toEqual([0, true]);
  // What sank had not come home yet: it changes nothing, and says how its owner stood.
  const sunk = turningPoints.find(({ event }) => event?.kind === 'push');
  expect(sunk?.effect.length).toBeGreaterThan(0);
  expect(sunk?.effect.every(({ before, after }) => before === after)).toBe(true);
});

test('where the standing changed with a turning point, that is told by what changed it', async () => {
  const records = [
    'niagara-brettspielwelt-all_modules_4',
    'niagara-brettspielwelt-four_alike',
    'canyon-classic-points_left',
  ];
  let first = 0;
  for (const record of records) {
    const { story, seats } = await played(record);
    const ending = forget(record.startsWith('niagara') ? niagara : canyon);
    for (const point of courseOf(story, seats, ending, chapter)?.turningPoints ?? []) {
      const changed = point.effect.filter(({ before, after }) => before !== after);
      const told = [point.first, point.event].flatMap((event) => event ?? []);
      if (changed.length > 0 && point.event)
        expect(told.some((event) => changed.some(({ seat }) => ending.moves(event, seat)))).toBe(true);
      if (point.first) {
        expect(story.places[point.at]?.events).toContain(point.first);
        first += 1;
      }
    }
  }
  expect(first).toBeGreaterThan(0);
});

test('of a game of Canyon, the way left and the points won are known, and who took the lead', async () => {
  const { story, seats } = await played('canyon-classic-points_left');
  const course = courseOf(story, seats, forget(canyon), chapter);
  const [way, points] = course?.lines ?? [];
  const settled = story.places.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === 'settled' ? [event] : [])),
  );
  expect(points?.seats.map((line) => line.at(-1))).toEqual(
    Array.from({ length: seats }, (_, seat) =>
      settled.reduce((sum, { players }) => sum + (players[seat]?.points ?? 0), 0),
    ),
  );
  expect(course?.rounds).toHaveLength(settled.length);
  expect(Math.min(...(way?.seats.map((line) => line.at(-1) ?? NaN) ?? []))).toBe(0);
  const leads = course?.turningPoints.filter(({ leader }) => leader !== null) ?? [];
  expect(leads.length).toBeGreaterThan(0);
  for (const { leader, round } of leads) {
    const after = way?.seats.map((line) => line[Math.ceil(round)] ?? NaN) ?? [];
    expect(after.filter((value) => value <= (after[leader ?? -1] ?? NaN))).toHaveLength(1);
  }
  expect(course?.turningPoints.at(-1)?.event?.kind).toBe('arrived');
});

test.each([
  // Where a canoe drifts back, the lead is gained by a rival's loss.
  ['canyon-no_brown-single', canyon],
  ['canyon-classic-points_left', canyon],
  ['niagara-brettspielwelt-all_modules_4', niagara],
  ['niagara-brettspielwelt-four_alike', niagara],
])('in %s nobody takes the lead before the turn since which they alone stand best', async (record, scene) => {
  const { story } = await played(record);
  const [first] = forget(scene).measures;
  if (!first) throw new Error('nothing is measured');
  const places = measured(story, first);
  const alone = (at: number): number | null => {
    const values = places[at] ?? [];
    const top = (first.best === 'most' ? Math.max : Math.min)(...values);
    const best = values.flatMap((value, seat) => (value === top ? seat : []));
    return best.length === 1 ? (best[0] ?? null) : null;
  };
  const found = [...leads(story, [first], chapter)];
  expect(found.length).toBeGreaterThan(0);
  for (const [at, leader] of found) {
    expect(alone(at), `turn ${at}`).toBe(leader);
    expect(alone(at - 1), `turn ${at - 1}`).not.toBe(leader);
  }
});

test('canoes that fall are measured as they are counted at the end', async () => {
  const { story } = await played('niagara-brettspielwelt-all_modules_4');
  const [lost] = forget(niagara).measures.slice(-1);
  const events = story.places.flatMap((place) => place.events) as NiagaraEvent[];
  const counted = niagara.numbers(events, 4)?.rows.map((row) => Number(row.at(-1)));
  expect(lost && measured(story, lost).at(-1)).toEqual(counted);
  expect(counted?.some((each) => each > 0)).toBe(true);
});

test('a game that broke off before its first turn has no course', async () => {
  const { story, seats } = await played('canyon-classic-single');
  expect(courseOf({ ...story, places: story.places.slice(0, 1) }, seats, forget(canyon), chapter)).toBeNull();
});

test('what is best lies above, and seats that stand alike run side by side', () => {
  const [least] = niagara.measures;
  const measure = forget({ measures: [least] }).measures[0];
  if (!measure) throw new Error('Niagara measures nothing');
  const { paths, ticks, ends } = layOut({ measure, seats: [[4, 2, 0], [4, 4, 4], [4, 4, 4]] }, 100, 80, 3, 20); // prettier-ignore
  const at = (seat: number, point: number): number => Number(paths[seat]?.slice(1).split('L')[point]?.split(' ')[1]);
  expect(ticks[0]).toEqual({ value: 0, y: 0 });
  expect(at(0, 2)).toBeLessThan(at(0, 1));
  expect([at(2, 1) - at(1, 1), at(1, 0) - at(0, 0)]).toEqual([3, 3]);
  expect((ends[2] ?? 0) - (ends[1] ?? 0)).toBe(20);
  // Of two that stand alike, who came before the other in the end stands above.
  const ranked = layOut({ measure, seats: [[4, 2, 0], [4, 4, 4], [4, 4, 4]] }, 100, 80, 3, 20, [1, 3, 2]).ends; // prettier-ignore
  expect((ranked[1] ?? 0) - (ranked[2] ?? 0)).toBe(20);
});

test.each([
  [[0, 50, 100], [0, 50, 100]],
  [[10, 10, 10], [0, 10, 20]],
  [[12, 10], [16, 6]],
  [[0, 0, 0, 22], [0, 10, 20, 30]],
  [[100, 97, 80], [100, 90, 80]],
  [[], []],
])('%j is spread to %j', (places, spreaded) => expect(spread(places, 10, 100)).toEqual(spreaded)); // prettier-ignore

test('what tells best who leads is drawn first, unless another changed more than twice as often', () => {
  const drawn = (...lines: number[][][]): number => liveliest(lines.map((seats) => ({ seats })));
  const [flat, once, twice, thrice] = [[[4, 4, 4, 4]], [[4, 4, 3, 3]], [[0, 1, 1, 2]], [[0, 1, 2, 3]]];
  expect(drawn(flat, once, twice)).toBe(2);
  expect(
    drawn(flat, twice, [
      [0, 1, 1, 1],
      [0, 0, 1, 1],
    ]),
  ).toBe(1);
  expect(drawn(once, twice)).toBe(0);
  expect(drawn(once, twice, thrice)).toBe(2);
  expect(drawn(flat, flat)).toBe(0);
  // By how much it did makes no difference.
  expect(drawn(once, [[0, 9, 9, 9]])).toBe(0);
});
