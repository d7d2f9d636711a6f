import { FakeSocket } from './browser';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { part as canyonPart } from '../src/boards/canyon/telling';
import { lead } from '../src/boards/niagara/lead';
import { part as niagaraPart } from '../src/boards/niagara/telling';
import type { Telling } from '../src/boards/ui';
import type { Scene, Stage } from '../src/lib/show.svelte';
import { linesOf, TableClient } from '../src/lib/table.svelte';
import type { CanyonEvent, Event, NiagaraEvent, NiagaraView, Update } from '../src/protocol';
import { chosen, sync, view } from './fixtures';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** A board whose every event lasts until the test says that its time is over; it tells of one as it begins, unless told not to. */
class FakeStage implements Stage {
  /** Every event that was shown for a while, and how fast. */
  readonly shown: (readonly [Event, number])[] = [];
  next: () => void = () => undefined;
  /** Tells of an event later. */
  late: (event: Event) => boolean = () => false;
  telling: Telling | undefined;
  readonly part = (event: Event) => niagaraPart(event as NiagaraEvent);

  async animate(events: readonly Event[], telling: Telling): Promise<void> {
    this.telling = telling;
    for (const event of events) {
      const fast = telling.pace(event);
      if (!this.late(event)) telling.tell(event);
      if (fast === Infinity) continue;
      this.shown.push([event, fast]);
      await new Promise<void>((resolve) => (this.next = resolve));
    }
  }

  skip(): void {
    this.next();
  }

  leave(): void {
    this.next();
  }

  get kinds(): string {
    return this.shown.map(([{ kind }]) => kind).join(' ');
  }
}

const turn = (seat: number): Event[] => [
  { kind: 'revealed', seat, card: '3' },
  { kind: 'paddled', seat, canoe: 'a', start: '2', end: '5' },
];
const river: Event[] = [
  { kind: 'river', pushes: 2, lowest: 2, weather: 0 },
  { kind: 'push', number: 1, arm: 'L', canoes: [], others: [] },
];
const lost = (seat: number): Event => ({
  kind: 'push',
  number: 2,
  arm: 'R',
  canoes: [{ seat, canoe: 'a', place: 'lost', gems: ['ruby'] }],
  others: [],
});
const played = (version: number, seat: number, ...events: Event[]): Update => ({
  version,
  seat,
  events,
});

let client: TableClient;
let stage: FakeStage;

beforeEach(async () => {
  FakeSocket.all = [];
  client = new TableClient('abc', 'secret');
  FakeSocket.last.open();
  FakeSocket.last.say(sync(5));
  await settled();
  stage = new FakeStage();
  client.show.stage = stage;
});

afterEach(() => {
  hide(false);
  client.close();
});

function hide(hidden: boolean): void {
  Object.assign(document, { hidden });
  document.dispatchEvent(new globalThis.Event('visibilitychange'));
}

/** Tell of turns, each in a message of its own. */
function hear(...updates: Update[]): void {
  for (const update of updates)
    FakeSocket.last.say(sync(update.version, { updates: [update], view: view({ round: update.version }) }));
}

/** Let everything be seen to its end. */
async function watch(): Promise<void> {
  while (client.show.playing) {
    stage.next();
    await settled();
  }
}

test('however many choices follow at once, the river and a loss are shown', async () => {
  hear(played(6, 1, ...turn(1)), played(7, 2, ...turn(2), ...river, lost(1)));
  hear(played(8, 1), played(9, 2), played(10, 3), played(11, 4), played(12, 5));
  await watch();
  expect(stage.kinds).toBe('revealed paddled revealed paddled river push push');
  expect(client.view?.round).toBe(12);
});

test('turns go the faster the more wait; the river does not', async () => {
  hear(played(6, 1, ...turn(1)), played(7, 2, ...turn(2)), played(8, 3, ...turn(3), ...river));
  await watch();
  const paces = stage.shown.map(([{ kind }, pace]) => `${kind} ${pace}`);
  expect(paces).toEqual([
    'revealed 1',
    'paddled 2.2',
    'revealed 1.6',
    'paddled 1.6',
    'revealed 1',
    'paddled 1',
    'river 1',
    'push 1',
  ]);
});

test('who is far behind sees the turns by their result, but every river', async () => {
  const turns = Array.from({ length: 16 }, (_, i) => played(6 + i, i % 3, ...turn(i % 3), ...(i === 1 ? river : [])));
  FakeSocket.last.say(sync(21, { updates: turns }));
  await watch();
  expect(stage.kinds).toMatch(/^river push revealed/);
});

test('skipping ends the part at hand, and nothing else', async () => {
  hear(played(6, 1, ...turn(1), ...river, lost(1)), played(7, 2, ...turn(2)));
  await settled();
  client.show.skip();
  await settled();
  expect(stage.kinds).toBe('revealed river');
  client.show.skip();
  await settled();
  // The loss is a part of its own.
  expect(stage.kinds).toBe('revealed river push');
  client.show.skip();
  await settled();
  expect(stage.kinds).toBe('revealed river push revealed');
});

test('whoever leaves for another place sees and hears nothing more of what was shown', async () => {
  hear(played(6, 1, ...turn(1), ...river, lost(1), ...turn(2)));
  await settled();
  client.leap(1);
  FakeSocket.last.say(sync(1, { view: view({ round: 1 }) }));
  const left = client.show;
  for (let i = 0; i < 3; i += 1) {
    await settled();
    expect([stage.kinds, left.playing, left.view?.round]).toEqual(['revealed', false, 1]);
    expect([left.happened, left.told, left.seat]).toEqual([[], [], null]);
  }
  hear(played(2, 0, ...turn(0)));
  await settled();
  expect(left.told).toEqual([turn(0)[0]]);
  await watch();
  expect([stage.kinds, client.view?.round]).toEqual(['revealed revealed paddled', 2]);
});

test('the headline and the highlight are those of the part that is seen', async () => {
  const seen: string[] = [];
  hear(played(6, 1, ...turn(1)), played(7, 2, ...turn(2), ...river, lost(1)));
  while (client.show.playing) {
    const { told, seat } = client.show;
    seen.push(`${seat ?? 'all'}: ${told.map(({ kind }) => kind).join(' ')}`);
    stage.next();
    await settled();
  }
  expect(seen).toEqual([
    '1: revealed',
    '1: revealed paddled',
    '2: revealed',
    '2: revealed paddled',
    'all: river',
    'all: river push',
    '1: push',
  ]);
  expect(client.show.told).toEqual([]);
  expect(client.show.seat).toBeNull();
});

test('the bar on top and the log follow what is shown, not the scene when it is over', async () => {
  const seen: string[] = [];
  const cloud: Event[] = [
    { kind: 'revealed', seat: 2, card: 'cloud' },
    { kind: 'weather', seat: 2, before: 0, after: 1 },
  ];
  hear(played(6, 2, ...cloud, ...river, lost(1)));
  await settled();
  while (client.show.playing) {
    const { happened, scene } = client.show;
    const { weather, speeds } = lead(client.view as NiagaraView, happened as NiagaraEvent[]);
    const lines = linesOf(scene as Scene, happened);
    seen.push(`${lines.at(-1)?.event?.kind}: ${weather}, ${speeds.least} to ${speeds.most}, ${lines.length}`);
    stage.next();
    await settled();
  }
  expect(seen).toEqual([
    'revealed: 0, 0 to 6, 1',
    'weather: 1, 0 to 6, 2',
    'river: 1, 2 to 2, 3',
    'push: 1, 2 to 2, 4',
    'push: 1, 2 to 2, 5',
  ]);
  expect(client.show.happened).toEqual([]);
});

test('what is told late holds up what comes after it, and the headline with it', async () => {
  stage.late = ({ kind, ...event }) => kind === 'push' && (event as { number?: number }).number === 2;
  hear(played(6, 1, ...river, lost(1), { ...river[1], number: 3 } as Event));
  await settled();
  const seen = (): string => [client.show.happened, client.show.told].map((all) => all.length).join(' ');
  const all: string[] = [seen()];
  for (let i = 0; i < 3; i++) {
    stage.next();
    await settled();
    all.push(seen());
  }
  // The river; a push; the loss has begun, and so has the push after it, but neither is told.
  expect(all).toEqual(['1 1', '2 2', '2 2', '2 2']);
  expect(client.show.seat).toBeNull();
  stage.telling?.tell(stage.shown[2]?.[0] as Event);
  expect(seen()).toBe('4 2');
  expect(client.show.seat).toBe(1);
  stage.next();
  await settled();
  expect(client.log).toHaveLength(4);
});

describe('what is worth a close look', () => {
  const home: Event = { kind: 'banked', seat: 0, canoe: 'a', gem: 'ruby' };

  test('is shown to its own player, who has seen it as a preview, and counted once', async () => {
    FakeSocket.last.say(chosen(5));
    hear(played(6, 0, ...turn(0), home));
    await settled();
    expect(stage.kinds).toBe('banked');
    expect(client.show.told).toEqual([home]);
    expect(client.show.happened).toEqual([]);
  });

  test('keeps its pace while a few turns wait, and is looked at no longer when more do', async () => {
    const others = (count: number): Update[] => Array.from({ length: count }, (_, i) => played(7 + i, 2, ...turn(2)));
    hear(played(6, 1, { ...home, seat: 1 } as Event), ...others(5));
    await settled();
    expect(stage.shown.at(-1)?.[1]).toBe(1);
    expect(stage.telling?.hurried()).toBe(false);
    await watch();
    const many = Array.from({ length: 9 }, (_, i) => played(20 + i, 1, { ...home, seat: 1 } as Event));
    hear(...many);
    await settled();
    expect(stage.telling?.hurried()).toBe(false);
    stage.next();
    await settled();
    expect(stage.shown.at(-1)?.[1]).toBeGreaterThan(1);
    expect(stage.telling?.hurried()).toBe(true);
  });
});

test('speed: as fast as wished, and nothing but results where it is off', async () => {
  client.speed = () => 2;
  hear(played(6, 1, ...river));
  await watch();
  expect(stage.shown.map(([, pace]) => pace)).toEqual([2, 2]);
  client.speed = () => Infinity;
  hear(played(7, 1, ...river));
  await settled();
  expect(client.show.playing).toBe(false);
  expect(stage.shown).toHaveLength(2);
  expect(client.view?.round).toBe(7);
});

describe('a hidden tab', () => {
  test('shows turns by their result and keeps the river until somebody looks', async () => {
    hide(true);
    hear(played(6, 1, ...turn(1)), played(7, 2, ...turn(2), ...river));
    FakeSocket.last.say({ ...chosen(7), complete: false });
    await settled();
    expect(client.view?.round).toBe(6);
    expect(client.due).toBe(true);
    expect(client.draft).toBeNull();
    hide(false);
    await settled();
    await watch();
    expect(stage.kinds).toBe('revealed paddled river push');
    expect(client.draft).not.toBeNull();
  });

  test('shows a river again during which it was hidden', async () => {
    hear(played(6, 1, ...river));
    await settled();
    hide(true);
    await settled();
    expect(client.show.playing).toBe(true);
    hide(false);
    await settled();
    await watch();
    expect(stage.kinds).toBe('river river push');
  });
});

describe('watching again', () => {
  const here = (): Promise<void> => {
    FakeSocket.last.say(chosen(5));
    hear(played(6, 0, ...turn(0)), played(7, 1, ...turn(1)), played(8, 2, ...turn(2), ...river));
    FakeSocket.last.say(chosen(8));
    return watch();
  };

  test('begins where this player has decided, and ends at the present', async () => {
    await here();
    const before = stage.shown.length;
    const told = client.log;
    const draft = client.draft;
    expect(client.show.repeatable).toBe(true);
    client.show.watchAgain();
    expect(client.view?.round).toBe(6);
    expect(client.draft).toBeNull();
    await watch();
    expect(stage.shown.slice(before).map(([{ kind }]) => kind)).toEqual([
      'revealed',
      'paddled',
      'revealed',
      'paddled',
      'river',
      'push',
    ]);
    expect(client.view?.round).toBe(8);
    expect(client.draft).toEqual(draft);
    expect(client.log).toEqual(told);
  });

  test('is ended by skipping, however much there was', async () => {
    await here();
    client.show.watchAgain();
    client.show.skip();
    await settled();
    expect(client.show.playing).toBe(false);
    expect(client.view?.round).toBe(8);
    expect(client.draft).not.toBeNull();
  });

  test('is followed by what happens meanwhile', async () => {
    await here();
    client.show.watchAgain();
    hear(played(9, 1, ...turn(1)));
    expect(client.draft).toBeNull();
    await watch();
    expect(client.view?.round).toBe(9);
    expect(client.log.at(-1)?.key).toBe('9.1');
  });

  test('is over with the next decision', async () => {
    await here();
    hear(played(9, 0));
    await settled();
    expect(client.show.repeatable).toBe(false);
    client.show.watchAgain();
    expect(client.show.playing).toBe(false);
  });
});

test('the rapids and the falls of Canyon are great; a card is not', () => {
  const drifted: CanyonEvent = { kind: 'drifted', seat: 1, chain: [] };
  expect(canyonPart(drifted)).toMatchObject({ seat: 1, great: true });
  expect(canyonPart({ kind: 'played', seat: 2, card: 'red 4' })).toMatchObject({ seat: 2, great: false });
});
