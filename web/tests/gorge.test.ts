import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { bob } from '../src/boards/canyon/bob';
import { brinks } from '../src/boards/canyon/brink';
import { followed, look, whole } from '../src/boards/canyon/camera';
import { centre, chart, isWater, UNIT } from '../src/boards/canyon/chart';
import { CASES, ROUND } from '../src/boards/canyon/gallery/positions';
import { MAPS } from '../src/boards/canyon/gallery/maps';
import { CANYON } from '../src/boards/canyon/hero';
import type { Point } from '../src/boards/art/geometry';
import type { Mark } from '../src/boards/canyon/marks';
import { type Gaze, Player, type Stage } from '../src/boards/canyon/motion';
import { after, type Scene, sceneOf } from '../src/boards/canyon/scene';
import { EXACT_MS, FALL, timetable } from '../src/boards/canyon/timetable';
import { Habit } from '../src/boards/habit';
import type { CanyonEvent } from '../src/protocol';

const map = chart(CANYON);
const rapids = CASES['rapids']?.view;
if (!rapids) throw new Error('no such case');

/** A stage that notes what was shown: how canoes were moved, what the water showed, where the camera looked. */
class Watched implements Stage {
  readonly map = map;
  focus: number | null = null;
  readonly moved: { seat: number; frames: Keyframe[]; duration: number; delay: number }[] = [];
  readonly seen: Mark[] = [];
  readonly looks: Gaze[] = [];
  #gaze: Gaze | null = null;
  #marks: readonly Mark[] = [];
  scene: Scene;

  constructor(
    readonly you: number | null,
    readonly still = false,
  ) {
    this.scene = sceneOf(rapids as NonNullable<typeof rapids>);
  }

  get gaze(): Gaze | null {
    return this.#gaze;
  }
  set gaze(gaze) {
    this.#gaze = gaze;
    if (gaze) this.looks.push(gaze);
  }
  get marks(): readonly Mark[] {
    return this.#marks;
  }
  set marks(marks) {
    this.seen.push(...marks.filter((mark) => !this.#marks.includes(mark)));
    this.#marks = marks;
  }

  canoe(seat: number): SVGGElement {
    const animate = (frames: Keyframe[], { duration, delay }: { duration: number; delay: number }): object => {
      this.moved.push({ seat, frames, duration, delay });
      return { cancel: () => undefined };
    };
    return { animate, dataset: {} } as unknown as SVGGElement;
  }
}

const at = (column: number, row: number): { column: number; row: number } => ({ column, row });
const fall: CanyonEvent = {
  kind: 'drifted',
  seat: 5,
  chain: [{ seat: 5, start: at(2, 1), end: at(10, 0), fell: true }],
};
const push: CanyonEvent = {
  kind: 'drifted',
  seat: 0,
  chain: [
    { seat: 0, start: at(6, 3), end: at(6, 2), fell: false },
    { seat: 2, start: at(6, 2), end: at(6, 1), fell: false },
  ],
};

describe('the river in motion', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function show(stage: Watched, ...events: CanyonEvent[]): Promise<Watched> {
    const done = new Player(stage).play(timetable(events, { you: stage.you, still: stage.still }));
    await vi.advanceTimersByTimeAsync(60_000);
    await done;
    return stage;
  }

  it.each([false, true])(
    'shows a round to its end, and leaves nothing behind (without movement: %s)',
    async (still) => {
      const stage = await show(new Watched(0, still), ...ROUND);
      expect(stage.scene).toEqual(ROUND.reduce(after, sceneOf(rapids)));
      expect(stage).toMatchObject({ focus: null, gaze: null, marks: [] });
    },
  );

  it('holds a canoe at the lip for half a second before it plunges, and splashes when it is down', async () => {
    const { moved, seen } = await show(new Watched(null), fall);
    const { frames = [], duration = 0 } = moved.find(({ seat }) => seat === 5) ?? {};
    const high = frames.map((frame) => Number(/, (-?[0-9.]+)px/.exec(String(frame['transform']))?.[1]));
    const edge = UNIT;
    const lip = frames.filter((_, i) => (high[i] ?? 0) < edge + 12 && (high[i] ?? 0) > edge - 12);
    const [first = 0, last = 0] = [lip.at(0)?.offset, lip.at(-1)?.offset].map((offset) => (offset ?? 0) * duration);
    expect(last - first).toBeGreaterThanOrEqual(500);
    const splash = seen.find(({ kind }) => kind === 'splash');
    expect(splash?.after).toBe(FALL.drift + FALL.lip + FALL.plunge);
    expect(splash?.y).toBeLessThan(0);
  });

  it('shows why a canoe moves that others push', async () => {
    const { moved, seen } = await show(new Watched(null), push);
    const [first, second] = [0, 2].map((seat) => moved.find((each) => each.seat === seat));
    expect(second?.delay).toBeGreaterThan(first?.delay ?? Infinity);
    expect(seen.filter(({ kind }) => kind === 'bump')).toMatchObject([{ angle: -90, after: second?.delay }]);
  });

  it('looks closely at falls and arrivals, most closely at one’s own', async () => {
    const arrival: CanyonEvent = { kind: 'arrived', seat: 0, left: 1 };
    const near = async (you: number, event: CanyonEvent): Promise<number> => {
      const { looks } = await show(new Watched(you), event);
      expect(looks).toHaveLength(1);
      return looks[0]?.near ?? 0;
    };
    expect(await near(5, fall)).toBeGreaterThan(await near(0, fall));
    expect(await near(0, arrival)).toBeGreaterThan(await near(1, arrival));
    expect((await show(new Watched(1), { kind: 'stays', seat: 0 })).looks).toEqual([]);
  });

  it('looks more briefly at what happens often, and tells of a fall as the canoe tips, of met bids as they come forward', () => {
    const habit = new Habit(() => 0);
    const [first, second] = timetable([fall, fall], { habit });
    expect(second?.look?.before).toBeLessThan(first?.look?.before ?? 0);
    expect(first?.told).toBe(FALL.drift + FALL.lip);
    const told = (event: CanyonEvent): number | undefined => timetable([event], { habit })[0]?.told;
    expect([told({ kind: 'settled', players: [] }), told(push)]).toEqual([EXACT_MS, 0]);
  });

  it('moves nothing and looks nowhere else without movement', async () => {
    const { moved, seen, looks } = await show(new Watched(5, true), push, fall);
    expect([seen, looks]).toEqual([[], []]);
    expect(moved.flatMap(({ frames }) => frames).every((frame) => !('transform' in frame))).toBe(true);
  });

  it('takes away what the water shows when somebody has seen enough', async () => {
    const stage = new Watched(null);
    const player = new Player(stage);
    const done = player.play(timetable([push]));
    await vi.advanceTimersByTimeAsync(100);
    expect(stage.marks).not.toEqual([]);
    player.skip();
    expect(stage.marks).toEqual([]);
    await done;
  });
});

describe('the falls', () => {
  it('bend over one bowed lip where they are one', () => {
    const [edge, ...others] = brinks(map);
    if (!edge) throw new Error('no falls');
    expect(others).toEqual([]);
    expect(edge.cells).toHaveLength(7);
    // Here the water falls upwards in the picture; the middle of the edge lies ahead of its ends.
    const [left, middle, right] = [0, 0.5, 1].map((across) => edge.at(across, 0));
    expect(left?.y).toBeCloseTo(right?.y ?? NaN);
    expect(middle?.y).toBeLessThan((left?.y ?? NaN) - UNIT / 4);
    expect(edge.at(0.5, 1).y).toBeCloseTo((middle?.y ?? NaN) - UNIT);
  });

  it('have none where the water turns in a pool', () => {
    expect(brinks(chart(MAPS['whirlpool'] ?? []))).toEqual([]);
  });
});

describe('canoes on the water', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('lean on the waves, one after the other, until they are not watched', () => {
    const boats = [0, 1].map(() => ({ style: { rotate: '' } }) as unknown as SVGElement);
    const end = bob(() => boats);
    vi.advanceTimersByTime(250);
    expect(boats.map(({ style }) => style.rotate !== '')).toEqual([true, false]);
    vi.advanceTimersByTime(2000);
    for (const { style } of boats) expect(Math.abs(parseFloat(style.rotate))).toBeLessThanOrEqual(2);
    end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lie still ashore and at jetties', () => {
    const rows = ['#S.V', '##^G'];
    const wet = rows.flatMap((line, row) => [...line].map((_, column) => isWater(rows, { column, row })));
    expect(wet).toEqual([false, false, true, false, false, false, true, false]);
    expect(isWater(rows, null)).toBe(false);
  });
});

describe('the camera', () => {
  it('follows whose move it is on the river, and stays with one’s own canoe while cards are played', () => {
    const turn = { shown: undefined, drafting: false, turn: 2, you: 0 };
    expect(followed('river', turn)).toBe(2);
    expect(followed('river', { ...turn, turn: null })).toBe(0);
    expect(followed('river', { ...turn, drafting: true })).toBe(0);
    expect(followed('river', { ...turn, shown: 3 })).toBe(3);
    expect(followed('river', { ...turn, shown: null })).toBeNull();
    for (const shown of [undefined, null, 3]) expect(followed('cards', { ...turn, shown })).toBe(0);
    expect(followed('cards', { ...turn, you: null })).toBeNull();
  });

  const room = { x: 0, y: 0, width: 480, height: 510 };

  it('shows the whole map where nothing is asked for', () => {
    expect(look(map, room, null).zoom).toBe(whole(map, room));
  });

  it('comes closer to what is in play, but no closer than asked', () => {
    const one = look(map, room, { points: [centre(at(12, 9))], close: 50, around: 2 });
    expect(one.zoom).toBeCloseTo(50 / UNIT);
    const many = look(map, room, { points: [at(4, 8), at(12, 9)].map(centre), close: 50, around: 1.6 });
    expect(many.zoom).toBeGreaterThan(whole(map, room));
    expect(many.zoom).toBeLessThan(one.zoom);
  });

  it('keeps what is in play in the picture, also at the edge of the map', () => {
    for (const cell of [at(1, 1), at(18, 0), at(4, 12), at(10, 6)]) {
      const { zoom, transform } = look(map, room, { points: [centre(cell)], close: 50, around: 2 });
      const [left = NaN, top = NaN] = [...transform.matchAll(/(-?[0-9.]+)px/g)].map(([, number]) => Number(number));
      const { x, y } = centre(cell);
      expect(x * zoom + left).toBeGreaterThan(0);
      expect(x * zoom + left).toBeLessThan(room.width);
      expect(y * zoom + top).toBeGreaterThan(0);
      expect(y * zoom + top).toBeLessThan(room.height);
    }
  });

  it('keeps what is in play from under the buttons in the corner', () => {
    const corner = { width: 108, height: 60 };
    const low = { ...room, width: 220, height: 340 };
    const under = (points: readonly Point[], of?: typeof corner): boolean => {
      const { zoom, transform } = look(map, low, { points, close: 50, around: 1.6 }, of);
      const [left = NaN, top = NaN] = [...transform.matchAll(/(-?[0-9.]+)px/g)].map(([, number]) => Number(number));
      const inside = ({ x, y }: Point): boolean =>
        x * zoom + left > low.width - corner.width && y * zoom + top > low.height - corner.height;
      return points.some(inside);
    };
    const spots = [...Array(12).keys()].flatMap((row) => [4, 8, 12, 16].map((column) => centre(at(column, row))));
    const pairs = spots.flatMap((one) => spots.map((other) => [one, other]));
    const covered = pairs.filter((pair) => under(pair));
    expect(covered.length).toBeGreaterThan(0);
    expect(pairs.filter((pair) => under(pair, corner))).toEqual([]);
  });
});
