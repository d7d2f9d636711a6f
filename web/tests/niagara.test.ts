import './browser';

import { render } from 'svelte/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Current } from '../src/boards/niagara/current';
import { choicesOf } from '../src/boards/niagara/choices';
import { Habit } from '../src/boards/habit';
import type { Telling } from '../src/boards/ui';
import { Course, distance, noise } from '../src/boards/art/geometry';
import { CASES, ROUND } from '../src/boards/niagara/gallery/positions';
import { discAt, DISCS, type Layout, planFor, type PlanName, PLANS } from '../src/boards/niagara/layouts';
import { Player } from '../src/boards/niagara/motion';
import PlayerPanel from '../src/boards/niagara/PlayerPanel.svelte';
import { apart, CANOE_LENGTH, CANOE_WIDTH, crowd, heap, middle, moor, steps, way } from '../src/boards/niagara/places';
import { type Scene, sceneOf } from '../src/boards/niagara/scene';
import type { Look } from '../src/boards/niagara/moments';
import type { Effect, Stage } from '../src/boards/niagara/stage';
import { after, lifted } from '../src/boards/niagara/story';
import { discNear } from '../src/boards/niagara/touch';
import { terrain } from '../src/boards/niagara/terrain';
import { FALL_MS, LIP_MS, PLUNGE_MS, TIP_MS, TUMBLE_MS } from '../src/boards/niagara/falling';
import { seated } from '../src/boards/seated';
import { words } from '../src/boards/niagara/words';
import { type Audience, FLOW_MS, REVEAL_MS, RIVER_MS, timetable } from '../src/boards/niagara/timetable';
import type {
  CanoeName,
  CanoeView,
  NiagaraAction as Action,
  NiagaraEvent as Event,
  NiagaraView,
} from '../src/protocol';

const PICTURES = Object.keys(PLANS) as PlanName[];

const telling = (pace: (event: Event) => number, tell: (event: Event) => void = () => undefined): Telling<Event> => ({
  pace,
  tell,
  hurried: () => false,
});

const mid = CASES['mid']?.view as NiagaraView;

/** Note every point that a painter draws through. */
function strokesOf(paint: (context: CanvasRenderingContext2D) => void): string {
  const points: string[] = [];
  const note = (...numbers: number[]): void => void points.push(numbers.map((each) => each.toFixed(1)).join(' '));
  const draw = { moveTo: note, lineTo: note, quadraticCurveTo: note, arc: note };
  const nothing = { beginPath: () => undefined, stroke: () => undefined, fill: () => undefined };
  paint({ ...draw, ...nothing } as unknown as CanvasRenderingContext2D);
  return points.join();
}

function cargo(scene: Scene): number {
  const afloat = scene.canoes.reduce((sum, canoe) => sum + canoe.cargo.length, 0);
  return (
    afloat + scene.deposits.reduce((sum, gems) => sum + Object.values(gems).reduce((all, count) => all + count, 0), 0)
  );
}

describe('a course', () => {
  const course = new Course([
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
  ]);

  it('runs through its knots', () => {
    expect(course.at(1)).toEqual({ x: 100, y: 0 });
    expect(course.at(2)).toEqual({ x: 100, y: 100 });
  });

  it('is walked in both directions', () => {
    expect(course.walk(0, 2)).toEqual(course.walk(2, 0).reverse());
  });

  it('needs two knots', () => {
    expect(() => new Course([{ x: 0, y: 0 }])).toThrow('two knots, got 1');
  });
});

describe.each(PICTURES)('the %s picture', (name) => {
  const plan = PLANS[name];

  it('shows every disc, deposit and lost canoe in full', () => {
    const all = [...DISCS.map((disc) => discAt(plan, disc)), ...plan.deposits, ...plan.pool, plan.dock.landing];
    for (const { x, y } of all) {
      expect(x).toBeGreaterThan(20);
      expect(y).toBeGreaterThan(20);
      expect(x).toBeLessThan(plan.box[0] - 20);
      expect(y).toBeLessThan(plan.box[1] - 20);
    }
  });

  it('knows the disc that is tapped', () => {
    for (const disc of DISCS) {
      const { x, y } = discAt(plan, disc);
      expect(discNear(plan, x + plan.radius - 1, y)).toBe(disc);
    }
    expect(discNear(plan, 0, 0)).toBeNull();
  });

  it('lets no two discs touch', () => {
    for (const a of DISCS) {
      for (const b of DISCS) {
        if (a !== b)
          expect(distance(discAt(plan, a), discAt(plan, b)), `${a} and ${b}`).toBeGreaterThan(2 * plan.radius);
      }
    }
  });

  it('cuts no canoe off that drifts in the pool', () => {
    for (const { x, y } of plan.pool) {
      expect(x).toBeLessThan(plan.box[0] - 38);
      expect(y).toBeLessThan(plan.box[1] - 38);
    }
  });

  it('shows the ring around every deposit in full', () => {
    for (const { x, y } of plan.deposits) {
      expect(x).toBeGreaterThan(86);
      expect(x).toBeLessThan(plan.box[0] - 86);
      expect(y).toBeGreaterThan(57);
    }
  });

  it('keeps deposits off the discs', () => {
    for (const at of plan.deposits) {
      for (const disc of DISCS) expect(distance(at, discAt(plan, disc)), disc).toBeGreaterThan(plan.radius + 44);
    }
  });

  it('grows the same wood every time, and none on the discs', () => {
    const { trees } = terrain(name);
    expect(trees.length).toBeGreaterThan(100);
    for (const tree of trees) {
      const nearest = Math.min(...DISCS.map((disc) => distance(tree, discAt(plan, disc))));
      expect(nearest).toBeGreaterThan(plan.radius);
    }
    expect(noise(3)()).toBe(noise(3)());
  });

  it('lets the water run with the weather, faster while the river pushes, and not at all by itself', () => {
    const drawn = (seconds: number, weather: number, rush = false): string => {
      const current = new Current(plan);
      current.flow(seconds, weather, rush);
      return strokesOf((context) => {
        current.paint(context, weather, ['deep', 'edge', 'spray']);
      });
    };
    expect(drawn(0, 0)).toBe(drawn(0, 0));
    expect(drawn(1, 0)).not.toBe(drawn(0, 0));
    expect(drawn(1, 0, true)).not.toBe(drawn(1, 0));
    expect(drawn(0, 2).length).toBeGreaterThan(drawn(0, 1).length);
    expect(drawn(0, 1).length).toBeGreaterThan(drawn(0, -1).length);
    const lean = (weather: number): number => {
      const current = new Current(plan);
      current.flow(0.8, weather);
      return Math.abs(current.sway(weather));
    };
    expect(lean(2)).toBeGreaterThan(lean(-1));
    expect(lean(2)).toBeLessThan(2);
  });

  it('gives every canoe of six players a spot of its own ashore', () => {
    const view = CASES['six']?.view as NiagaraView;
    const spots = [...moor(plan, sceneOf(view).canoes, 6).values()];
    expect(spots).toHaveLength(12);
    for (const a of spots)
      for (const b of spots) if (a !== b) expect(distance(a, b)).toBeGreaterThan(CANOE_WIDTH * 0.7);
  });

  it('leads from the dock through disc 1 into the arm', () => {
    const points = way(plan, 'dock', '6R');
    expect(points[0]).toEqual(plan.dock.landing);
    expect(points).toContainEqual(discAt(plan, '1'));
    expect(points.at(-1)).toEqual(discAt(plan, '6R'));
    expect(way(plan, '6R', 'dock')).toEqual(points.reverse());
    expect(middle(plan, 'dock')).toEqual(plan.dock.landing);
  });
});

describe('the picture for a frame', () => {
  /** Measure a canoe in a frame, in its pixels. */
  const long = (layout: Layout, width: number, height: number): number => {
    const { box } = planFor(layout, width, height);
    return CANOE_LENGTH * Math.min(width / box[0], height / box[1]);
  };

  it('is the one in which canoes are largest', () => {
    expect(planFor('tall', 390, 472).name).toBe('tall');
    expect(planFor('tall', 432, 342).name).toBe('low');
    expect(planFor('tall', 360, 308).name).toBe('low');
    expect(planFor('tall', 259, 352).name).toBe('slim');
    for (const [width, height] of [
      [801, 506],
      [432, 342],
    ] as const)
      expect(planFor('wide', width, height).name).toBe('wide');
  });

  it('is there before the frame is known', () => {
    expect(planFor('tall', 0, 0).name).toBe('tall');
  });

  it.each<[layout: Layout, width: number, height: number, least: number]>([
    ['wide', 801, 506, 64],
    ['wide', 948, 522, 68],
    ['wide', 1619, 946, 125],
    ['tall', 390, 472, 52],
    ['tall', 432, 342, 43],
    ['tall', 259, 352, 38],
  ])('has long canoes: %s, %i × %i, %i', (layout, width, height, least) => {
    expect(long(layout, width, height)).toBeGreaterThanOrEqual(least);
  });
});

describe('canoes on one disc', () => {
  it.each([1, 2, 3, 4, 5, 6, 8, 10, 12])('do not cover each other when there are %i', (count) => {
    const spots = crowd(count);
    expect(spots).toHaveLength(count);
    for (const [i, a] of spots.entries()) {
      for (const b of spots.slice(i + 1)) {
        const beside = Math.abs(a.across - b.across) >= CANOE_WIDTH * a.scale * 0.94;
        const behind = Math.abs(a.along - b.along) >= CANOE_LENGTH * a.scale;
        expect(beside || behind).toBe(true);
      }
    }
  });

  it('leave a finger room when two of them can act', () => {
    const [a, b] = apart(
      [
        { x: 0, y: 0 },
        { x: 10, y: 0 },
      ],
      44,
    );
    expect(a && b && distance(a, b)).toBeCloseTo(44);
    expect(
      apart(
        [
          { x: 0, y: 0 },
          { x: 90, y: 0 },
        ],
        44,
      )[1],
    ).toEqual({ x: 90, y: 0 });
  });
});

it('draws at most eight gems of a deposit', () => {
  expect(heap(0)).toHaveLength(0);
  expect(heap(5)).toHaveLength(5);
  expect(heap(20)).toHaveLength(8);
});

it('counts the discs of a journey', () => {
  expect(steps('dock', '6L')).toBe(6);
  expect(steps('7R', '5')).toBe(2);
});

describe('the panel of a player', () => {
  const said = (phase: NiagaraView['phase'], settled: boolean, card: 'hidden' | '3' | null = null): string => {
    const view = { ...mid, phase };
    const player = { ...(mid.players[1] as NiagaraView['players'][number]), card };
    const seat = seated(1, 'Bo');
    const props = { player, seat, view, you: false, active: false, settled, compact: false };
    return /aria-label="([^"]*)"/.exec(render(PlayerPanel, { props }).body)?.[1] ?? '';
  };

  it('lays a card face down for whoever has chosen while others choose', () => {
    expect(said('cards', false)).not.toContain('face down');
    expect(said('cards', true)).toContain('face down');
    // One's own, and one that is open in a replay, is known.
    expect(said('cards', true, '3')).not.toContain('face down');
    // Whoever has bought a canoe back has no card yet.
    expect(said('rescue', true)).not.toContain('face down');
  });
});

describe('choices', () => {
  const move = (canoe: CanoeName): Action =>
    ({ kind: 'paddle', id: canoe === 'a' ? 1 : 2, text: `paddle ${canoe} 4`, canoe, to: '4' }) as Action;
  const { view, legal } = CASES['chosen'] as NonNullable<(typeof CASES)[string]>;

  const targets = (choices: ReturnType<typeof choicesOf>): string[] =>
    choices.goals.map(({ to, moves }) => `${to} by ${moves.map(({ canoe }) => canoe).join(' or ')}`);

  it('list the canoes that can act, and the targets of the chosen one only', () => {
    expect(choicesOf(view, legal, null).canoes).toEqual(['a', 'b']);
    expect(targets(choicesOf(view, legal, 'b'))).toEqual(['2 by b']);
    expect(choicesOf(view, legal, 'a').sites.map(({ site }) => site)).toEqual([0]);
  });

  it('list the targets of both canoes while none is chosen', () => {
    expect(targets(choicesOf(view, legal, null))).toContain('2 by b');
    const both = legal.flatMap((action): Action[] =>
      action.kind === 'paddle' && action.canoe === 'a' ? [action, { ...action, id: action.id + 10, canoe: 'b' }] : [],
    );
    const shared = targets(choicesOf(view, both, null));
    expect(shared.length).toBeGreaterThan(0);
    for (const target of shared) expect(target).toContain('a or b');
    // Two that lie and carry the same are one to the player.
    const players = view.players.map((player) => ({
      ...player,
      canoes: player.canoes.map((canoe) => ({ ...canoe, place: 'dock' as const, cargo: [] })),
    }));
    for (const target of targets(choicesOf({ ...view, players }, both, null))) expect(target).toMatch(/by a$/);
  });

  it('are listed once where it makes no difference which canoe goes', () => {
    const both = [move('a'), move('b')];
    const listed = (other: Partial<CanoeView>, points: object): (boolean | undefined)[] => {
      const players = view.players.map((player) => ({
        ...player,
        canoes: player.canoes.map((canoe) => ({
          ...canoe,
          place: 'dock' as const,
          cargo: [],
          ...(canoe.name === 'b' && other),
        })),
      }));
      const at = { ...view, players, turn: view.turn && { ...view.turn, points } } as NiagaraView;
      const name = (seat: number): string => String(seat);
      const groups = words.groups({
        view: at,
        legal: both,
        decisions: [],
        complete: false,
        confirmed: false,
        name,
      });
      return groups.map(({ same }) => same);
    };
    expect(listed({}, { a: 4, b: 4 })).toEqual([false, true]);
    expect(listed({ cargo: ['ruby'] }, { a: 4, b: 4 })).toEqual([false, false]);
    expect(listed({ place: '1' }, { a: 4, b: 4 })).toEqual([false, false]);
    expect(listed({}, { a: 4, b: 6 })).toEqual([false, false]);
  });
});

describe('a scene', () => {
  it('follows the events of a round', () => {
    let scene = sceneOf(mid);
    for (const event of ROUND) scene = after(scene, event);
    const at = (id: string) => scene.canoes.find((canoe) => canoe.id === id);
    expect(at('1a')).toMatchObject({ place: 'lost', cargo: [] });
    expect(at('4b')).toMatchObject({ place: '7R', cargo: ['amber'] });
    expect(at('2a')).toMatchObject({ place: 'dock' });
    expect(scene).toMatchObject({ weather: 2, nextArm: 'L', first: 3 });
    expect(scene.deposits[4]).toEqual({ ruby: 6 });
  });

  it('loses no gem while one is in the air, but the one in the air', () => {
    const scene = sceneOf(mid);
    const event: Event = { kind: 'loaded', seat: 0, canoe: 'a', gem: 'amethyst', site: 0 };
    expect(cargo(lifted(scene, event))).toBe(cargo(scene) - 1);
    expect(cargo(after(scene, event))).toBe(cargo(scene));
  });
});

describe('the timetable', () => {
  const push = (number: number): Event => ({
    kind: 'push',
    number,
    arm: number % 2 ? 'L' : 'R',
    canoes: [],
    others: [],
  });

  it.each([1, 2, 5, 8, 9])('ends a river of %i pushes in time', (pushes) => {
    const beats = timetable([
      { kind: 'river', pushes, lowest: pushes, weather: 0 },
      ...Array.from({ length: pushes }, (_, i) => push(i + 1)),
    ]);
    const all = beats.reduce((sum, { ms }) => sum + ms, 0) + TUMBLE_MS;
    expect(all).toBeLessThan(RIVER_MS);
    const [reveal = 0, ...others] = beats.map(({ ms }) => ms);
    expect(reveal).toBeGreaterThanOrEqual(REVEAL_MS[0]);
    expect(Math.max(...others)).toBeLessThanOrEqual(FLOW_MS);
    // Somebody can count along.
    expect(Math.min(...others)).toBeGreaterThan(70);
  });

  const lost = (...gems: ('ruby' | 'amber')[]): Event =>
    ({ ...push(2), canoes: [{ seat: 2, canoe: 'a', place: 'lost', gems }] }) as Event;
  const looks = (event: Event, audience: Audience = {}): Look | null =>
    timetable([event], { habit: new Habit(), ...audience })[0]?.look ?? null;
  const stolen: Event = { kind: 'stolen', seat: 1, canoe: 'a', victim: 2, victim_canoe: 'b', gem: 'ruby' };
  const banked: Event = { kind: 'banked', seat: 1, canoe: 'a', gem: 'ruby' };
  const goal: Event = { kind: 'goal', seat: 1, goal: 'seven' };
  const over: Event = { kind: 'over', winners: [1], ranking: [1, 0] };

  it.each([
    ['a fall that costs a gem', lost('ruby'), 2],
    ['a theft', stolen, 2],
    ['a gem brought home', banked, 1],
    ['a goal', goal, 1],
    ['a win', over, 1],
  ])('looks closely at %s, most closely at one’s own, and not without movement', (_, event, you) => {
    const [own, other] = [looks(event, { you }), looks(event)];
    expect(own?.near).toBeGreaterThanOrEqual(other?.near ?? Infinity);
    expect(looks(event, { you, still: true })).toBeNull();
    for (const look of [own, other]) {
      const { before, holds, after: back } = look as Look;
      expect(before + holds).toBeLessThanOrEqual(LIP_MS + PLUNGE_MS);
      expect(before + holds + back).toBeLessThan(2000);
    }
  });

  it('looks at the fall of an empty canoe only for who has lost it', () => {
    expect(looks(lost(), { you: 2 })).not.toBeNull();
    expect(looks(lost(), { you: 1 })).toBeNull();
  });

  it('looks ever more briefly at what happens often, until it is rare again', () => {
    let now = 0;
    const habit = new Habit(() => now);
    const times = (): number => looks(stolen, { habit })?.before ?? 0;
    const [first, ...more] = [times(), times(), times(), times(), times(), times()];
    expect(more.every((ms, i) => ms <= (more[i - 1] ?? first ?? 0))).toBe(true);
    expect(more.at(-1)).toBe((first ?? 0) / 2);
    // Another occasion is none of it.
    expect(looks(banked, { habit })).toEqual(looks(banked));
    now = 200_000;
    expect(times()).toBe(first);
  });

  it('need not come near where it is already', () => {
    const [home, reached] = timetable([banked, goal], { you: 1, habit: new Habit() });
    expect([home?.look?.before !== 0, reached?.look?.before]).toEqual([true, 0]);
  });

  it('tells of a fall as the canoe tips, of a gem as it comes home, and of all else at once', () => {
    const told = (event: Event, still = false): number | undefined => timetable([event], { still })[0]?.told;
    expect([lost('ruby'), lost(), push(1), stolen].map((event) => told(event))).toEqual([TIP_MS, TIP_MS, 0, 0]);
    expect(told(banked)).toBe(timetable([banked])[0]?.ms);
    expect(told(lost('ruby'), true)).toBe(0);
  });

  it('gives the pushes the time in which nothing else is to be seen', () => {
    const river = (pushes: number, ...after: Event[]): number[] =>
      timetable([
        { kind: 'river', pushes, lowest: pushes, weather: 0 },
        ...Array.from({ length: pushes }, (_, i) => push(i + 1)),
        ...after,
      ]).map(({ ms }) => ms);
    for (const pushes of [1, 3, 6, 9]) {
      const alone = river(pushes);
      const [preserver = 0, ...followed] = river(pushes, { kind: 'preserver', seat: 0 }).reverse();
      const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);
      expect(sum(followed)).toBeGreaterThanOrEqual(sum(alone));
      expect(sum(followed)).toBeLessThan(RIVER_MS);
      // The last disc has landed when the round begins.
      expect((followed[0] ?? 0) + preserver).toBeGreaterThanOrEqual(TUMBLE_MS);
      expect(followed[0]).toBeGreaterThan(120);
    }
  });

  it('gives each of several rivers its own time', () => {
    const one: Event[] = [
      { kind: 'river', pushes: 8, lowest: 4, weather: 4 },
      ...Array.from({ length: 8 }, (_, i) => push(i + 1)),
      { kind: 'preserver', seat: 0 },
    ];
    const [first] = timetable(one).map(({ ms }) => ms);
    const both = timetable([...one, ...one]).map(({ ms }) => ms);
    expect(both).toEqual([...both.slice(0, one.length), ...both.slice(0, one.length)]);
    expect(both[0]).toBe(first);
  });

  it('shows what was seen already at once', () => {
    expect(timetable(ROUND, { seen: () => true }).every(({ ms, look }) => ms === 0 && !look)).toBe(true);
  });
});

describe('the player', () => {
  let stage: Stage;
  beforeEach(() => {
    stage = {
      plan: PLANS.wide,
      seats: 5,
      you: 0,
      picture: undefined,
      ground: undefined,
      still: false,
      scene: sceneOf(mid),
      effects: [] as Effect[],
      boat: () => undefined,
      disc: () => undefined,
      piece: () => undefined,
    };
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const end = (): Scene => ROUND.reduce(after, sceneOf(mid));

  it('ends where the events end, with nothing left in the air', async () => {
    vi.useFakeTimers();
    const done = new Player(stage).play(timetable(ROUND));
    await vi.advanceTimersByTimeAsync(20_000);
    await done;
    expect(stage.scene).toEqual(end());
    expect(stage.effects).toEqual([]);
  });

  it('draws a wake behind the discs that a push moves, below the boats, unless nothing is to move', async () => {
    vi.useFakeTimers();
    const push = ROUND.filter((event) => event.kind === 'push').slice(0, 1);
    for (const still of [false, true]) {
      stage = { ...stage, still, scene: sceneOf(mid), effects: [] };
      const done = new Player(stage).play(timetable(push));
      await vi.advanceTimersByTimeAsync(20);
      const wakes = stage.effects.flatMap(({ look }) => (look.kind === 'wake' ? [look] : []));
      expect(wakes.length).toBe(still ? 0 : 1);
      // Two lines behind each disc of the main channel but the first, and of one arm.
      for (const { low, lines } of wakes) expect([low, lines.length]).toEqual([true, 12]);
      await vi.advanceTimersByTimeAsync(20_000);
      await done;
      expect(stage.effects).toEqual([]);
    }
  });

  it('lays the cards open, counts the pushes, lets canoes fall, and then tells of it', async () => {
    vi.useFakeTimers();
    const order: string[] = [];
    const note = (what: string): void => void (order.includes(what) || order.push(what));
    let { scene, effects } = stage;
    Object.defineProperties(stage, {
      scene: {
        get: () => scene,
        set: (next: Scene) => {
          if (next.flow) note(`${next.flow.done} of ${next.flow.of}`);
          scene = next;
        },
      },
      effects: {
        get: () => effects,
        set: (next: Effect[]) => {
          if (next.some(({ look }) => look.kind === 'card')) note('cards');
          effects = next;
        },
      },
    });
    const drawing = { animate: () => ({ cancel: () => undefined }) } as unknown as SVGGElement;
    Object.assign(stage, { boat: () => drawing });
    stage.scene = { ...stage.scene, cards: { 0: '2', 1: '3', 2: 'cloud' } };
    const [loss, ...quiet] = ROUND.filter((event) => event.kind === 'push');
    const river: Event[] = [
      { kind: 'river', pushes: 2, lowest: 2, weather: 0 },
      { ...(quiet[0] as Event & { kind: 'push' }), number: 1 },
      { ...(loss as Event & { kind: 'push' }), number: 2 },
      { kind: 'preserver', seat: 3 },
    ];
    const done = new Player(
      stage,
      telling(
        () => 1,
        (event) => note(`${event.kind} ${event.kind === 'push' ? event.number : ''} told`),
      ),
    ).play(timetable(river));
    await vi.advanceTimersByTimeAsync(20_000);
    await done;
    expect(order).toEqual([
      'river  told',
      '0 of 2',
      'cards',
      'push 1 told',
      '1 of 2',
      '2 of 2',
      'push 2 told',
      'preserver  told',
    ]);
  });

  it('ends a look before anything happens when somebody has seen enough', async () => {
    vi.useFakeTimers();
    const stolen = ROUND.filter((event) => event.kind === 'stolen');
    const told: Event[] = [];
    const player = new Player(
      stage,
      telling(
        () => 1,
        (event) => told.push(event),
      ),
    );
    const done = player.play(timetable(stolen, { habit: new Habit() }));
    await vi.advanceTimersByTimeAsync(100);
    expect([told, stage.effects]).toEqual([[], []]);
    player.skip();
    await vi.advanceTimersByTimeAsync(0);
    await done;
    expect(told).toEqual(stolen);
    expect([stage.effects, stage.scene]).toEqual([[], stolen.reduce(after, sceneOf(mid))]);
  });

  it('ends at once when nothing is to be shown but the result', async () => {
    const asked: Event[] = [];
    await new Player(
      stage,
      telling((event) => (asked.push(event), Infinity)),
    ).play(timetable(ROUND));
    expect(stage.scene).toEqual(end());
    expect(asked).toEqual(ROUND);
  });

  it('waits no longer for an event that is skipped, and goes on with the next', async () => {
    vi.useFakeTimers();
    let skipped = false;
    const player = new Player(
      stage,
      telling(() => (skipped ? Infinity : 1)),
    );
    const done = player.play(timetable(ROUND));
    await vi.advanceTimersByTimeAsync(10);
    skipped = true;
    player.skip();
    await vi.advanceTimersByTimeAsync(10);
    await done;
    expect(stage.scene).toEqual(end());
    expect(stage.effects).toEqual([]);
  });

  describe('a fall', () => {
    const moved: { of: string; frames: Keyframe[]; ms: number }[] = [];
    const drawing = (of: string): SVGGElement =>
      ({
        animate: (frames: Keyframe[], { duration }: { duration: number }) => {
          moved.push({ of, frames, ms: duration });
          return { cancel: () => undefined };
        },
      }) as unknown as SVGGElement;
    const frame = { left: 0, top: 0, width: 800, height: 400 };
    const picture = {
      getScreenCTM: () => ({ a: 0.5, d: 0.5, e: 0, f: 0 }),
      getBoundingClientRect: () => frame,
    } as unknown as SVGSVGElement;
    const loss = ROUND.find((event) => event.kind === 'push') as Event;
    const watch = async (changes: Partial<Stage>, how?: Telling<Event>): Promise<void> => {
      vi.useFakeTimers();
      moved.length = 0;
      Object.assign(stage, { boat: drawing, picture, ground: drawing('camera') }, changes);
      const done = new Player(stage, how).play(timetable([loss], { ...stage, habit: new Habit() }));
      await vi.advanceTimersByTimeAsync(10_000);
      await done;
    };
    const camera = (): boolean => moved.some(({ of }) => of === 'camera');

    it('hangs at the lip for half a second before it plunges', async () => {
      await watch({});
      const { frames, ms } = moved.find(({ of }) => of === '1a') as (typeof moved)[number];
      const [from, to] = [frames[1], frames[4]].map((at) => (at?.['offset'] as number) * ms);
      expect((to ?? 0) - (from ?? 0)).toBeGreaterThanOrEqual(LIP_MS - 1);
      expect(ms).toBeLessThan(FALL_MS);
    });

    it('brings the camera near, nearest for who has lost the canoe, and not while much is waiting', async () => {
      const closeness = (): number =>
        Math.max(...moved.flatMap(({ frames }) => frames.map(({ transform }) => near(transform as string))));
      const near = (transform: string): number => Number(/scale\((1\.\d+)\)/.exec(transform)?.[1] ?? 0);
      await watch({ you: 0 });
      const afar = closeness();
      stage.scene = sceneOf(mid);
      await watch({ you: 1 });
      expect(closeness()).toBeGreaterThan(afar);
      stage.scene = sceneOf(mid);
      await watch({ you: 1 }, { ...telling(() => 1), hurried: () => true });
      expect(camera()).toBe(false);
    });

    it('is told as the canoe tips, and at once when somebody has seen enough', async () => {
      vi.useFakeTimers();
      vi.setSystemTime(0);
      Object.assign(stage, { boat: drawing, picture, ground: drawing('camera') });
      const told: number[] = [];
      const show = (): Player => {
        told.length = 0;
        stage.scene = sceneOf(mid);
        const player = new Player(
          stage,
          telling(
            () => 1,
            () => told.push(Date.now()),
          ),
        );
        void player.play(timetable([loss]));
        return player;
      };
      show();
      await vi.advanceTimersByTimeAsync(TIP_MS - 20);
      expect(told).toEqual([]);
      await vi.advanceTimersByTimeAsync(60);
      expect(told).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(10_000);
      const player = show();
      await vi.advanceTimersByTimeAsync(100);
      expect(told).toEqual([]);
      player.skip();
      expect(told).toHaveLength(1);
    });

    it('moves nothing where movement is unwanted', async () => {
      await watch({ you: 1, still: true });
      expect(moved.flatMap(({ frames }) => frames).some((each) => 'transform' in each)).toBe(false);
    });
  });

  it('shows everything faster as it is asked to', async () => {
    vi.useFakeTimers();
    const took = async (pace: number): Promise<number> => {
      stage.scene = sceneOf(mid);
      const start = Date.now();
      const done = new Player(
        stage,
        telling(() => pace),
      ).play(timetable(ROUND));
      void done.then(() => (finished = Date.now()));
      let finished = 0;
      await vi.advanceTimersByTimeAsync(40_000);
      return finished - start;
    };
    expect((await took(1)) / (await took(2))).toBeCloseTo(2, 0);
  });
});
