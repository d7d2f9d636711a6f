import { describe, expect, it } from 'vitest';

import { hints as HINTS } from '../src/boards/canyon/adventure/hints';
import { hints as NIAGARA_HINTS } from '../src/boards/niagara/adventure/hints';
import { guideOf } from '../src/learn/guide';
import { choose, progress, type Sight, type Step } from '../src/learn/step';
import { Lesson, lesson } from '../src/learn/lesson.svelte';
import { around, arrow, type Box, onScreen, overlap, stand, turnedBack } from '../src/learn/place';
import type { Action, Event, NiagaraView } from '../src/protocol';
import { card, view } from './fixtures';

const NIAGARA = (await guideOf('niagara')?.get()) ?? [];
const CANYON = (await guideOf('canyon')?.get()) ?? [];

const sight = (change: Partial<Sight> = {}): Sight => ({
  view: view(),
  you: 0,
  acting: true,
  decisions: [],
  legal: [card('1'), card('2')],
  complete: false,
  events: [],
  seen: [],
  ...change,
});
const playing = view({ phase: 'paddling' } as Partial<NiagaraView>);
const paddle = { kind: 'paddle', id: 1, text: 'paddle b 3', canoe: 'b', to: '3' } as Action;
const river = { kind: 'river', pushes: 2, lowest: 1, weather: 1 } as Event;

describe('the guide of Niagara', () => {
  const steps = NIAGARA;
  const ids = (seen: readonly string[], at: Sight): string[] => {
    const next = choose(steps, { ...at, seen });
    return next ? [next.id, ...ids([...seen, next.id], at)] : [];
  };

  it('tells about the table and then to choose a card', () => {
    expect(ids([], sight())).toEqual(['goals', 'canoes', 'deposit', 'card']);
    expect(choose(steps, sight({ seen: ['goals'] }))?.target(sight())).toBe('canoe-0a canoe-0b');
  });

  it('drops all that as soon as a card is chosen, and points at the button', () => {
    expect(choose(steps, sight({ complete: true }))?.id).toBe('confirm_card');
  });

  it('keeps quiet about what to do while others are to act', () => {
    expect(ids([], sight({ acting: false }))).toEqual([]);
  });

  it('points at the canoe that can go, before all that may be told later', () => {
    const turn = sight({ view: playing, legal: [paddle], events: [river] });
    const step = choose(steps, turn);
    expect([step?.id, step?.target(turn)]).toEqual(['launch', 'canoe-0b']);
  });

  it('tells how the river has flowed, with its numbers', () => {
    const flowed = sight({ events: [{ ...river, pushes: 4 } as Event, river] });
    const step = steps.find(({ id }) => id === 'river');
    expect(step?.when(flowed)).toBe(true);
    expect(step?.when(sight())).toBe(false);
    expect(step?.text(flowed)).toContain('2 pushes: lowest card 1, weather 1');
  });

  it('speaks of your loss, not of another’s', () => {
    const push = (seat: number): Event =>
      ({
        kind: 'push',
        number: 1,
        arm: 'L',
        canoes: [{ seat, canoe: 'a', place: 'lost', gems: [] }],
        others: [],
      }) as Event;
    const lost = steps.find(({ id }) => id === 'lost');
    expect(lost?.when(sight({ events: [push(1)] }))).toBe(false);
    expect(lost?.when(sight({ events: [push(1), push(0)] }))).toBe(true);
    expect(choose(steps, sight({ acting: false, events: [river, push(0)] }))?.id).toBe('lost');
    const rescued = { kind: 'rescued', seat: 0, canoe: 'a', gem: null } as Event;
    expect(lost?.when(sight({ events: [push(0), rescued] }))).toBe(false);
  });

  it('explains nothing that the player has done already', () => {
    const step = (id: string): Step => steps.find((each) => each.id === id) as Step;
    const load = { kind: 'load', id: 1, text: 'load a amber', canoe: 'a', gem: 'amber' } as Action;
    const own = { seat: 0, canoe: 'a', gem: 'amber' };
    const loading = (...events: object[]): Sight => sight({ view: playing, legal: [load], events: events as Event[] });
    const [loaded, banked] = [
      { ...own, kind: 'loaded', site: 2 },
      { ...own, kind: 'banked' },
    ];
    expect(step('load').when(loading())).toBe(true);
    expect(step('load').when(loading({ ...loaded, seat: 1 }))).toBe(true);
    expect(step('load').when(loading(loaded, banked))).toBe(false);
    expect(step('banked').when(loading(loaded, banked))).toBe(true);
    expect(step('banked').when(loading(loaded, banked, banked))).toBe(false);
  });

  it('does not end before theft was met', () => {
    const rival = { seat: 1, canoes: [{ name: 'b', place: '4', cargo: ['amber'] }] };
    const late = (change: object): Sight =>
      sight({ view: view({ round: 9, phase: 'paddling', ...change } as Partial<NiagaraView>), acting: false });
    const own = { ...view().players[0], canoes: [] };
    const alone = late({ players: [own] });
    expect(ids([], alone)).toEqual(['speed', 'log']);
    const met = late({ players: [own, rival] });
    expect(ids(['speed', 'log'], met)).toEqual(['theft', 'end']);
    expect(steps.find(({ id }) => id === 'theft')?.target(met)).toBe('canoe-1b');
    expect(ids(['speed', 'log', 'stolen'], alone)).toEqual(['end']);
  });

  it('tells how far one is: the total stays, what does not happen in every game is not counted', () => {
    const step = (id: string): Step => steps.find((each) => each.id === id) as Step;
    const always = steps.filter(({ sometimes }) => !sometimes).length;
    expect(progress(steps, [], step('goals'))).toEqual({ number: 1, total: always });
    expect(progress(steps, ['goals'], step('lost'))).toBeNull();
    expect(progress(steps, ['goals', 'lost'], step('canoes'))).toEqual({ number: 2, total: always });
    expect(progress(steps, ['goals', 'lost'], step('end'))).toEqual({ number: always, total: always });
  });

  it('names every step once', () => {
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  });
});

describe('a first game of Niagara', () => {
  it('says what wins before what the first choice is for', () => {
    const hints = NIAGARA_HINTS as unknown as readonly Step[];
    expect([[], ['goals']].map((seen) => choose(hints, sight({ seen }))?.id)).toEqual(['goals', 'card']);
  });

  it('tells what a card is for as soon as one is tapped, and what wins once there is none', () => {
    const at = (change: Partial<Sight>): string | undefined =>
      choose(NIAGARA_HINTS as unknown as readonly Step[], sight(change))?.id;
    expect(at({ complete: true })).toBe('card');
    expect(at({ seen: ['card'] })).toBe('goals');
  });

  it('tells how fast the river may flow while a card can be chosen, and not over the turn that follows', () => {
    const at = (change: Partial<Sight>): string | undefined =>
      choose(NIAGARA_HINTS as unknown as readonly Step[], sight({ seen: ['card', 'goals'], ...change }))?.id;
    expect(at({})).toBe('speed');
    expect(at({ complete: true })).toBe('speed');
    expect(at({ acting: false })).toBeUndefined();
    expect(at({ view: playing, legal: [paddle] })).toBe('outlines');
    // In the first round, once a canoe is on the water, before the turn is confirmed.
    const at3 = { seat: 0, canoes: [{ name: 'a', place: '3' }] };
    const wet = view({ phase: 'paddling', players: [at3] } as unknown as Partial<NiagaraView>);
    expect(at({ view: wet, complete: true, legal: [] })).toBe('speed');
    expect(at({ view: playing, complete: true, legal: [] })).toBeUndefined();
  });
});

describe('the guide of Canyon', () => {
  const at = (phase: string, change: Partial<Sight> = {}, on = 'calm'): Sight =>
    sight({
      view: { game: 'canyon', phase, round: 1, players: [{ seat: 0, on }] } as unknown as Sight['view'],
      ...change,
    });

  it.each([
    ['jetties', 'jetty', 'ends'],
    ['bids', 'trump', 'trump'],
    ['tricks', 'play', 'hand'],
    ['moving', 'move', 'canoe-0'],
  ])('says in the phase %s what to do, and where', (phase, id, target) => {
    const step = choose(CANYON, at(phase));
    expect([step?.id, step?.target(at(phase))]).toEqual([id, target]);
  });

  it('explains a choice in a first game also when one has chosen at once, until that is confirmed', () => {
    const hints = HINTS as unknown as readonly Step[];
    const said = (phase: string, change: Partial<Sight>): string | undefined => choose(hints, at(phase, change))?.id;
    expect(['jetties', 'bids', 'tricks'].map((phase) => said(phase, { complete: true }))).toEqual([
      'jetty',
      'bid',
      'trick',
    ]);
    expect(said('bids', { acting: false, complete: true })).toBeUndefined();
    // The rings are gone by then.
    expect([said('moving', {}), said('moving', { complete: true })]).toEqual(['rings', undefined]);
  });

  it('warns in the rapids, and tells when a canoe has drifted', () => {
    const steps = CANYON;
    const late = at('tricks', { acting: false, seen: ['track', 'log'] });
    (late.view as { round: number }).round = 9;
    expect(choose(steps, late)).toBeNull();
    expect(choose(steps, { ...late, seen: [...late.seen, 'current'] })?.id).toBe('end');
    expect(choose(steps, at('tricks', { acting: false }))).toBeNull();
    expect(choose(steps, at('tricks', { acting: false }, 'rapids'))?.id).toBe('rapids');
    const drifted = at('moving', { acting: false, events: [{ kind: 'drifted', seat: 2, chain: [] }] });
    const step = choose(steps, drifted);
    expect([step?.id, step?.target(drifted)]).toEqual(['drifted', 'canoe-2']);
  });
});

describe('a lesson', () => {
  it('belongs to one table, remembers what was told, and can begin anew', () => {
    lesson.begin('abc');
    lesson.done('card');
    lesson.done('card');
    expect([lesson.table, lesson.seen]).toEqual(['abc', ['card']]);
    expect(JSON.parse(localStorage.getItem('eddyline.lesson') ?? '')).toEqual({ table: 'abc', seen: ['card'] });
    lesson.begin('abc');
    expect(lesson.seen).toEqual([]);
    lesson.end();
    expect(lesson.table).toBeNull();
  });

  it('tells where something is said, or about to be, so that nothing else speaks up', () => {
    const told = new Lesson('eddyline.test');
    expect(told.explains('abc')).toBe(false);
    told.begin('abc');
    expect([told.explains('abc'), told.explains('xyz')]).toEqual([true, false]);
    told.done('card');
    expect(told.explains('abc')).toBe(false);
    told.saying = 'card';
    expect(told.explains('abc')).toBe(true);
  });
});

describe('a coach mark', () => {
  const screen = { width: 1280, height: 800 };
  const phone = { width: 390, height: 844 };
  const size = { width: 336, height: 150 };
  const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });
  const at = (target: Box, busy: Box[] = [], on = screen, sheet = false): Box => ({
    ...stand(
      sheet ? { ...size, width: 374 } : size,
      target,
      busy.map((each) => ({ ...each, weight: 1 })),
      on,
      sheet,
    ),
    ...size,
  });

  it.each([
    box(10, 10, 60, 40),
    box(1200, 20, 60, 40),
    box(600, 400, 40, 40),
    box(240, 600, 800, 190),
    box(900, 200, 100, 560),
    box(1210, 740, 60, 50),
  ])('never covers what it speaks about: %j', (target) => {
    const mark = at(target);
    expect(overlap(mark, target)).toBe(0);
    expect(mark.left).toBeGreaterThanOrEqual(0);
    expect(mark.top).toBeGreaterThanOrEqual(0);
    expect(mark.left + mark.width).toBeLessThanOrEqual(screen.width);
    expect(mark.top + mark.height).toBeLessThanOrEqual(screen.height);
  });

  it('leaves free what can be tapped', () => {
    const target = box(600, 400, 40, 40);
    const free = at(target);
    expect(overlap(at(target, [free]), free)).toBe(0);
  });

  it('finds a narrow gap aside, and lies on what weighs less where there is none', () => {
    const on = { width: 844, height: 390 };
    const narrow = { width: 271, height: 180 };
    const at = (...taken: (Box & { weight: number })[]): number[] => {
      const mark = { ...stand(narrow, null, taken, on, false), ...narrow };
      return taken.map((each) => overlap(mark, each));
    };
    const [left, right] = [box(0, 0, 100, 390), box(440, 0, 404, 390)];
    expect(at({ ...left, weight: 1 }, { ...right, weight: 1 })).toEqual([0, 0]);
    const [board, list] = [box(0, 0, 555, 390), box(555, 0, 289, 390)];
    expect(at({ ...board, weight: 0.4 }, { ...list, weight: 0.3 })[0]).toBe(0);
    expect(at({ ...board, weight: 0.4 }, { ...list, weight: 1 })[1]).toBe(0);
  });

  it('finds a gap between what can be tapped on a phone', () => {
    const buttons = [box(200, 250, 190, 140), box(10, 590, 370, 250)];
    const mark = at(box(10, 150, 60, 90), buttons, phone);
    expect(buttons.map((each) => overlap(mark, each))).toEqual([0, 0]);
  });

  it('is a sheet on phones: at the bottom, unless that is what it speaks about', () => {
    expect(at(box(100, 120, 50, 50), [], phone, true).top).toBeGreaterThan(600);
    expect(at(box(20, 700, 350, 120), [], phone, true).top).toBeLessThan(20);
  });

  it('goes out of the way of what opens, and stays there when that closes', () => {
    const target = box(4, 689, 382, 151);
    const spot = (slip: Box[], held: Box | null): Box => {
      const taken = slip.map((each) => ({ ...each, weight: 1000 }));
      return { ...stand(size, target, taken, phone, false, undefined, held), ...size };
    };
    const first = spot([], null);
    const second = spot([first], first);
    expect(overlap(second, first)).toBe(0);
    expect(spot([], second)).toEqual(second);
    expect(spot([], null)).toEqual(first);
    expect(spot([], { ...target, ...size })).toEqual(first);
  });

  it('points from itself to the target, and not at all where they touch', () => {
    const [mark, target] = [box(0, 0, 100, 100), box(260, 40, 20, 20)];
    expect(arrow(mark, target)).toMatch(/^M100 50Q.* 255 50M/);
    expect(arrow(mark, box(600, 40, 20, 20))).toBe('');
    expect(arrow(mark, target, [box(150, 40, 40, 20)])).toBe('');
    expect(arrow(mark, target, [box(150, 140, 40, 20)])).not.toBe('');
    expect(arrow(box(0, 0, 100, 100), box(105, 40, 20, 20))).toBe('');
  });

  it('leads around what there is to read where its target is wide', () => {
    const [mark, hand] = [box(8, 371, 374, 142), box(4, 689, 382, 151)];
    const [words, button] = [box(20, 640, 195, 22), box(350, 630, 38, 38)];
    expect(arrow(mark, hand, [words, button])).toMatch(/^M27/);
    expect(arrow(mark, hand, [{ ...words, width: 300 }, button])).toBe('');
  });

  it.each([100, 119, 142, 165])('points on a phone, and leaves the falls free, with a text %i high', (height) => {
    const board = { ...box(0, 138, 390, 466), weight: 0.4 };
    const falls = [box(20, 540, 120, 65), box(250, 540, 120, 65)].map((each) => ({ ...each, weight: 20 }));
    const panels = { ...box(0, 44, 390, 90), weight: 2 };
    const dock = { ...box(0, 610, 390, 234), weight: 1000 };
    const text = { width: 374, height };
    for (const target of [box(5, 68, 67, 44), box(101, 7, 131, 34), box(249, 145, 75, 75), box(4, 689, 382, 151)]) {
      const mark = { ...stand(text, target, [panels, board, ...falls, dock], phone, false), ...text };
      expect(falls.map((each) => overlap(mark, each))).toEqual([0, 0]);
      expect(mark.top + height).toBeLessThanOrEqual(610);
      expect(arrow(mark, target)).not.toBe('');
    }
  });

  it('keeps the line around its target on the screen', () => {
    expect(onScreen(box(-6, 700, 402, 150), phone)).toEqual(box(4, 700, 382, 140));
  });

  it('finds what was turned from the box around it', () => {
    const [turn, width, height] = [Math.PI / 15, 60, 90];
    const wide = width * Math.cos(turn) + height * Math.sin(turn);
    const high = height * Math.cos(turn) + width * Math.sin(turn);
    for (const tilt of [12, -12]) {
      const before = turnedBack(box(100, 200, wide, high), tilt);
      expect(before.width).toBeCloseTo(width);
      expect(before.height).toBeCloseTo(height);
      expect(before.left + width / 2).toBeCloseTo(100 + wide / 2);
    }
  });

  it('takes several things together', () => {
    expect(around([box(0, 0, 10, 10), box(20, 5, 10, 20)])).toEqual(box(0, 0, 30, 25));
    expect(around([])).toBeNull();
  });
});
