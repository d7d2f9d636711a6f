import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';

import { slipOf } from '../src/boards/niagara/bubbles';
import { choicesOf } from '../src/boards/niagara/choices';
import { move, paddle } from '../src/boards/niagara/gallery/positions';
import { SPIRITED, SPIRITS } from '../src/boards/niagara/gallery/spirits';
import { paddleWords } from '../src/boards/niagara/labels';
import { discAt, PLANS } from '../src/boards/niagara/layouts';
import { Player } from '../src/boards/niagara/motion';
import { apart, CANOE_WIDTH, crowd, DOUBLE_LENGTH, drainsOf, moor, mooseAt, way } from '../src/boards/niagara/places';
import { moveOf } from '../src/boards/niagara/reach';
import { boatsOf, type Scene, sceneOf } from '../src/boards/niagara/scene';
import type { Effect, Stage } from '../src/boards/niagara/stage';
import { after, lifted } from '../src/boards/niagara/story';
import { RIVER_MS, timetable } from '../src/boards/niagara/timetable';
import { words } from '../src/boards/niagara/words';
import { prefs } from '../src/lib/prefs.svelte';
import type { Move, NiagaraEvent as Event, Paddle, PlaceName } from '../src/protocol';

const name = (seat: number): string => ['Ann', 'Bob', 'Cleo'][seat] ?? `seat ${seat}`;
const caseOf = (id: string) => SPIRITS[id] as NonNullable<(typeof SPIRITS)[string]>;
const setting = (id: string) => ({ ...caseOf(id), decisions: [], complete: false, confirmed: false, name });

test('the view tells of a move what it leaves, and the board believes it', () => {
  const { view } = caseOf('swirl');
  expect(moveOf(view, paddle('a', '5') as Paddle)).toMatchObject({ left: 0, swirl: 'surely' });
  expect(moveOf(view, paddle('a', '7L') as Paddle)).toBeNull();
  expect(moveOf({ ...view, turn: null }, paddle('a', '5') as Paddle)).toBeNull();
});

describe('a move in words', () => {
  beforeEach(() => {
    prefs.locale = 'en';
  });
  const label = (told: Move) => paddleWords(paddle('a', told.to) as Paddle, told).replaceAll('\u00a0', ' ');

  it.each<[Move, string]>([
    [move('a', '5'), 'Paddle to disc 5'],
    [move('a', '5', 2), 'Paddle to disc 5, 2 points left'],
    [move('a', '5', 2, 'perhaps'), 'Paddle to disc 5, 2 points left'],
    [move('a', '5', 0, 'surely'), 'Into the whirlpool, on to disc 5'],
    [move('a', 'dock'), 'Paddle to the dock'],
  ])('%j', (told, expected) => {
    expect(label(told)).toBe(expected);
  });
});

describe.each(Object.values(PLANS))('the $name picture', (plan) => {
  it('leads from arm to arm by disc 5', () => {
    const points = way(plan, '7L', '6R');
    expect(points[0]).toEqual(discAt(plan, '7L'));
    expect(points).toContainEqual(discAt(plan, '5'));
    expect(points.at(-1)).toEqual(discAt(plan, '6R'));
  });

  it('says where the whirlpool takes what stops on it', () => {
    expect(drainsOf(plan, '4')).toEqual([discAt(plan, '5')]);
    expect(drainsOf(plan, '5')).toEqual([discAt(plan, '6L'), discAt(plan, '6R')]);
    expect(drainsOf(plan, 'lost')).toEqual([]);
  });

  it('shows a whirlpool that has fallen, and the moose on the bank', () => {
    for (const { x, y } of [plan.spring, plan.meadow]) {
      expect(x).toBeGreaterThan(20);
      expect(y).toBeGreaterThan(20);
      expect(x).toBeLessThan(plan.box[0] - 20);
      expect(y).toBeLessThan(plan.box[1] - 20);
    }
  });

  it('finds the moose in its canoe', () => {
    const scene = sceneOf(caseOf('tied').view);
    const spots = moor(plan, boatsOf(scene), 6);
    expect(mooseAt(plan, scene.moose, spots)).toBe(spots.get('5b'));
    expect(mooseAt(plan, null, spots)).toBeNull();
  });
});

test.each([1, 2, 4, 7, 13])('%i long canoes on one disc do not cover each other', (count) => {
  const spots = crowd(count, DOUBLE_LENGTH);
  for (const [i, a] of spots.entries()) {
    for (const b of spots.slice(i + 1)) {
      const beside = Math.abs(a.across - b.across) >= CANOE_WIDTH * a.scale * 0.94;
      const behind = Math.abs(a.along - b.along) >= DOUBLE_LENGTH * a.scale;
      expect(beside || behind).toBe(true);
    }
  }
});

describe('a scene', () => {
  const gems = (scene: Scene): number =>
    scene.canoes.reduce((sum, { cargo }) => sum + cargo.length, 0) +
    scene.deposits.flatMap((deposit) => Object.values(deposit)).reduce((sum, count) => sum + count, 0) +
    Number(Boolean(scene.joe?.cargo));
  const start = sceneOf(caseOf('spirits').view);

  it('follows a round of everything that belongs to nobody, and loses no gem', () => {
    const scene = SPIRITED.reduce((now, event) => {
      const next = after(now, event);
      expect(gems(next), event.kind).toBe(gems(now));
      return next;
    }, start);
    expect(scene).toMatchObject({ whirlpool: '7L', beaver: '5', moose: '5b', joe: { place: '4', cargo: 'sapphire' } });
    const at = (id: string) => scene.canoes.find((canoe) => canoe.id === id);
    expect(at('2b')).toMatchObject({ place: '7L', tied: false, cargo: ['sapphire', 'ruby'] });
    expect(at('0a')).toMatchObject({ cargo: ['diamond'] });
  });

  it('takes one gem at a time out of a double canoe', () => {
    const event: Event = { kind: 'unloaded', seat: 0, canoe: 'b', gem: 'sapphire', site: 2 };
    const cargo = (scene: Scene) => scene.canoes.find(({ id }) => id === '0b')?.cargo;
    expect(cargo(lifted(start, event))).toEqual(['amber']);
    const twins = { ...start, canoes: start.canoes.map((each) => ({ ...each, cargo: ['ruby', 'ruby'] as const })) };
    expect(cargo(lifted(twins, { ...event, gem: 'ruby' }))).toEqual(['ruby']);
  });

  it('calms the weather when the beaver falls, and frees the moose', () => {
    expect(after(start, { kind: 'beaver_fell' })).toMatchObject({ beaver: null, weather: 0 });
    expect(after(start, { kind: 'moose_free', seat: 0, canoe: 'a' }).moose).toBe('free');
  });

  it('lays the gems of a canoe that the whirlpool took over the falls back', () => {
    const event: Event = { kind: 'swept', seat: 5, canoe: 'b', start: '7L', end: 'lost', gems: ['ruby', 'amber'] };
    const scene = after(start, event);
    expect(scene.deposits[4]?.ruby).toBe((start.deposits[4]?.ruby ?? 0) + 1);
    expect(scene.canoes.find(({ id }) => id === '5b')).toMatchObject({ place: 'lost', cargo: [] });
    expect(gems(scene)).toBe(gems(start));
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
  const wake: Event[] = [
    { kind: 'swept', seat: 0, canoe: 'a', start: '4', end: '5', gems: [] },
    { kind: 'joe_restarted', place: '1' },
    { kind: 'joe_paddled', start: '1', end: '5' },
    { kind: 'moose_free', seat: 1, canoe: 'a' },
  ];

  it.each([0, 1, 5, 10])('ends a river of %i pushes in time, whatever follows them', (pushes) => {
    const events = [...Array.from({ length: pushes }, (_, i) => push(i + 1)), ...wake];
    const flow = timetable([...events, { kind: 'preserver', seat: 1 }]).slice(0, events.length);
    const pushing = flow.filter(({ event }) => event.kind === 'push').reduce((sum, { ms }) => sum + ms, 0);
    const rest = flow.filter(({ event }) => event.kind !== 'push').reduce((sum, { ms }) => sum + ms, 0);
    expect(pushing + rest).toBeLessThan(RIVER_MS);
    expect(flow.every(({ ms }) => ms > 0)).toBe(true);
  });
});

describe('the slip of paper', () => {
  const plan = PLANS.wide;
  const slip = (id: string) => {
    const { view, legal, canoe = null } = caseOf(id);
    const choices = choicesOf(view, legal, canoe);
    const spots = moor(plan, boatsOf(sceneOf(view)), view.players.length);
    return slipOf({ plan, view, seats: [], choices, canoe, spots, opened: null });
  };

  it('offers theft, deals with Joe and leaving, in this order', () => {
    expect(slip('deals')?.list.map(({ picture }) => picture.kind)).toEqual(['canoe', 'joe', 'joe', 'leave']);
    expect(slip('gift')?.list.map(({ picture }) => picture)).toEqual([
      { kind: 'joe', own: 'amber', his: null, deal: 'joe_give' },
      { kind: 'joe', own: 'ruby', his: null, deal: 'joe_give' },
      { kind: 'leave' },
    ]);
  });

  it('offers the rope', () => {
    expect(slip('tie')?.list.map(({ picture }) => picture.kind)).toEqual(['rope']);
  });

  it('leaves stopping to the board where there is nothing else to choose from', () => {
    expect(slip('stop')).toBeNull();
    expect(choicesOf(caseOf('stop').view, caseOf('stop').legal, 'a').leave?.kind).toBe('stop');
  });
});

test('what belongs to a canoe is offered once it is in hand', () => {
  const { view, legal } = caseOf('moose');
  expect(choicesOf(view, legal, null)).toMatchObject({ canoes: ['a', 'b'], moose: null });
  expect(choicesOf(view, legal, 'b').moose).toMatchObject({ kind: 'moose', canoe: 'b' });
  const swept = caseOf('swept');
  expect(choicesOf(swept.view, swept.legal, 'b').goals.map(({ to }) => to)).toEqual(['6L', '6R']);
});

test('fingers find two canoes of one disc apart', () => {
  const view = caseOf('swept').view;
  const spots = moor(PLANS.tall, boatsOf(sceneOf(view)), 6);
  const own = ['0a', '0b'].map((id) => spots.get(id as '0a'));
  const [a, b] = apart(own as { x: number; y: number }[], 90);
  expect(Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0))).toBeGreaterThan(89);
});

describe('the sentence', () => {
  beforeEach(() => {
    prefs.locale = 'en';
  });

  it.each([
    ['onetwothree', 'Move one canoe – 1 to 3 points.'],
    ['stop', 'Canoe 1: 2 points left – or stop here.'],
    ['joe', 'You have met Diamond Joe. Deal with him?'],
    ['deals', 'Diamond Joe and a loaded canoe are here. Deal, or steal?'],
    ['tie', 'Tie your canoes to the bank.'],
    ['swept', 'The whirlpool has both your canoes: into which arms?'],
  ])('in the case %s', (id, expected) => {
    expect(words.prompt(setting(id))).toBe(expected);
  });

  it('names what a move through the whirlpool does, and the cargo that comes home', () => {
    const { view } = caseOf('swirl');
    const said = (to: PlaceName, canoe: 'a' | 'b' = 'a') =>
      words.action(paddle(canoe, to), { ...setting('swirl'), view }).replaceAll('\u00a0', ' ');
    expect(said('5')).toBe('Into the whirlpool, on to disc 5');
    expect(said('dock', 'b')).toBe('Bring the amber and the sapphire home');
  });

  it('puts leaving Joe with Joe, and stopping with the canoe', () => {
    expect(words.groups(setting('joe')).map(({ id }) => id)).toEqual(['joe']);
    expect(words.action({ kind: 'stop', id: 1, text: 'stop' }, setting('joe'))).toBe('Leave Diamond Joe alone');
    expect(words.groups(setting('stop')).map(({ id }) => id)).toEqual(['a']);
  });

  it('counts the cards of the longer cycle', () => {
    expect(words.progress(caseOf('spirits').view)).toEqual(['Round 16', 'card 6 of 10']);
  });
});

describe('the player', () => {
  let stage: Stage;
  const end = (): Scene => SPIRITED.reduce(after, sceneOf(caseOf('spirits').view));

  beforeEach(() => {
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
    stage = {
      plan: PLANS.tall,
      seats: 6,
      you: 0,
      picture: undefined,
      ground: undefined,
      still: false,
      scene: sceneOf(caseOf('spirits').view),
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

  it.each([false, true])('shows a round with every module to its end (without movement: %s)', async (still) => {
    vi.useFakeTimers();
    stage = { ...stage, still };
    const done = new Player(stage).play(timetable(SPIRITED));
    await vi.advanceTimersByTimeAsync(30_000);
    await done;
    expect(stage.scene).toEqual(end());
    expect(stage.effects).toEqual([]);
  });

  it('ends at once when nothing is to be shown but the result', async () => {
    const telling = { pace: () => Infinity, tell: () => undefined, hurried: () => false };
    await new Player(stage, telling).play(timetable(SPIRITED));
    expect(stage.scene).toEqual(end());
  });
});
