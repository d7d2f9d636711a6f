import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Current } from '../src/boards/niagara/current';
import { choicesOf } from '../src/boards/niagara/choices';
import { Course, distance, noise } from '../src/boards/art/geometry';
import { CASES, ROUND } from '../src/boards/niagara/gallery/positions';
import { discAt, DISCS, type Layout, planFor, type PlanName, PLANS } from '../src/boards/niagara/layouts';
import { Player } from '../src/boards/niagara/motion';
import { apart, CANOE_LENGTH, CANOE_WIDTH, crowd, heap, middle, moor, steps, way } from '../src/boards/niagara/places';
import { type Scene, sceneOf } from '../src/boards/niagara/scene';
import type { Effect, Stage } from '../src/boards/niagara/stage';
import { after, lifted } from '../src/boards/niagara/story';
import { discNear } from '../src/boards/niagara/touch';
import { terrain } from '../src/boards/niagara/terrain';
import { FALL_MS, LIP_MS, OWN_LOSS_MS, PUSH_MS, RIVER_MS, timetable, TUMBLE_MS } from '../src/boards/niagara/timetable';
import type { NiagaraAction as Action, NiagaraEvent as Event, NiagaraView } from '../src/protocol';

const PICTURES = Object.keys(PLANS) as PlanName[];
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

describe('choices', () => {
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
    expect(Math.max(...beats.map(({ ms }) => ms))).toBeLessThanOrEqual(PUSH_MS);
  });

  it('waits at what the player loses', () => {
    const lost = { seat: 2, canoe: 'a', place: 'lost', gems: [] } as const;
    const river: Event[] = [
      { kind: 'river', pushes: 3, lowest: 3, weather: 0 },
      push(1),
      { ...push(2), canoes: [lost] } as Event,
      push(3),
    ];
    const times = (you: number | null): number[] => timetable(river, () => false, you).map(({ ms }) => ms);
    expect(times(1)).toEqual(times(null));
    expect(times(2).map((ms, i) => ms - (times(null)[i] ?? 0))).toEqual([0, 0, OWN_LOSS_MS, 0]);
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
    expect(timetable(ROUND, () => true).every(({ ms }) => ms === 0)).toBe(true);
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
      layers: [],
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
      await vi.advanceTimersByTimeAsync(10);
      const wakes = stage.effects.flatMap(({ look }) => (look.kind === 'wake' ? [look] : []));
      expect(wakes.length).toBe(still ? 0 : 1);
      // Two lines behind each disc of the main channel but the first, and of one arm.
      for (const { low, lines } of wakes) expect([low, lines.length]).toEqual([true, 12]);
      await vi.advanceTimersByTimeAsync(20_000);
      await done;
      expect(stage.effects).toEqual([]);
    }
  });

  it('ends at once when nothing is to be shown but the result', async () => {
    const asked: Event[] = [];
    await new Player(stage, (event) => (asked.push(event), Infinity)).play(timetable(ROUND));
    expect(stage.scene).toEqual(end());
    expect(asked).toEqual(ROUND);
  });

  it('waits no longer for an event that is skipped, and goes on with the next', async () => {
    vi.useFakeTimers();
    let skipped = false;
    const player = new Player(stage, () => (skipped ? Infinity : 1));
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
    const watch = async (changes: Partial<Stage>): Promise<void> => {
      vi.useFakeTimers();
      moved.length = 0;
      Object.assign(stage, { boat: drawing, picture, layers: [drawing('camera')] }, changes);
      const done = new Player(stage).play(timetable([loss]));
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

    it('brings the camera near for who has lost a canoe, and for nobody else', async () => {
      await watch({ you: 0 });
      expect(camera()).toBe(false);
      await watch({ you: 1 });
      expect(camera()).toBe(true);
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
      const done = new Player(stage, () => pace).play(timetable(ROUND));
      void done.then(() => (finished = Date.now()));
      let finished = 0;
      await vi.advanceTimersByTimeAsync(40_000);
      return finished - start;
    };
    expect((await took(1)) / (await took(2))).toBeCloseTo(2, 0);
  });
});
