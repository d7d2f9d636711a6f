import './browser';

import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';

import { falls } from '../src/boards/canyon/brink';
import { around, face, isOnlyOne, leaderOf, seatAt, seated, speedCards, SUITS } from '../src/boards/canyon/cards';
import { centre, chart, heading, key, UNIT } from '../src/boards/canyon/chart';
import { distances, hills, loops, sample } from '../src/boards/canyon/field';
import { CASES, ROUND } from '../src/boards/canyon/gallery/positions';
import { MAPS } from '../src/boards/canyon/gallery/maps';
import { flawWords, MARKS, markWords } from '../src/boards/canyon/maps/marks';
import { CANYON } from '../src/boards/canyon/hero';
import { canyon } from '../src/boards/canyon';
import { placeWords, suitWord, wayWords } from '../src/boards/canyon/labels';
import { moor } from '../src/boards/canyon/places';
import { later } from '../src/boards/canyon/pieces';
import PlayerPanel from '../src/boards/canyon/PlayerPanel.svelte';
import { type Pointing, pointed } from '../src/boards/canyon/pointed.svelte';
import { roundsOf, totals } from '../src/boards/canyon/rounds';
import { relief } from '../src/boards/canyon/relief';
import { after, sceneOf } from '../src/boards/canyon/scene';
import { timetable } from '../src/boards/canyon/timetable';
import { words } from '../src/boards/canyon/words';
import { seated as sitting } from '../src/boards/seated';
import type { CanyonEvent, CanyonReason } from '../src/protocol';
import { locales, overwriteGetLocale } from '../src/paraglide/runtime.js';

const name = (seat: number): string => `Player ${seat}`;
const maps = Object.entries(MAPS);

describe('a chart', () => {
  it('knows the built-in canyon: six jetties, 28 spaces before the village, falls above the rapids', () => {
    const map = chart(CANYON);
    expect(map.starts).toHaveLength(6);
    expect(map.starts.map((cell) => map.distance.get(key(cell)))).toEqual(Array(6).fill(29));
    expect(map.villages.map(({ facing }) => facing)).toEqual(Array(3).fill([1, 0]));
    expect(map.falls.every(({ flow }) => flow[0] === 0 && flow[1] === -1)).toBe(true);
    expect(map.gangway?.facing).toEqual([0, 1]);
    expect(map.pools).toEqual([]);
  });

  it('tells a pool in the middle of a map from falls at its edge', () => {
    const { falls, pools } = chart(MAPS['whirlpool'] ?? []);
    expect(falls).toEqual([]);
    expect(pools.map((pool) => pool.length)).toEqual([9]);
    const inside = chart(['#'.repeat(19), ...CANYON]);
    expect(inside.falls).toHaveLength(7);
    expect(inside.pools).toEqual([]);
  });

  it('points canoes at the village', () => {
    expect(heading(chart(CANYON), { column: 4, row: 9 })).toBe(0);
    expect(heading(chart(CANYON), { column: 8, row: 2 })).toBe(180);
  });
});

it.each([true, false])('a panel says of an arrival what is left over, if anything is: compact is %s', (compact) => {
  const { view } = CASES['jetties'] as (typeof CASES)[string];
  const player = view.players[0] as (typeof view.players)[number];
  const way = (points_left: number): string => {
    const arrived = { ...player, on: 'village' as const, arrived: true, points_left };
    const props = { player: arrived, seat: sitting(0, 'Ann'), view, you: false, active: false, compact };
    const { body } = render(PlayerPanel, { props });
    return body.slice(body.indexOf('class="way'));
  };
  expect(way(2)).toContain('+2');
  expect(way(0)).not.toContain('+');
});

describe('a field', () => {
  const disc = distances(0, 0, 8, 8, (x, y) => (x - 4) ** 2 + (y - 4) ** 2 < 4);

  it('measures distances on both sides of an edge', () => {
    expect(sample(disc, 4, 4)).toBeCloseTo(-2, 0);
    expect(sample(disc, 7.5, 4)).toBeCloseTo(1.5, 0);
  });

  it('outlines a height by one loop around it, in order', () => {
    const [loop = [], ...more] = loops(disc, 0);
    expect(more).toEqual([]);
    for (const [i, at] of loop.entries()) {
      const next = loop[(i + 1) % loop.length] ?? at;
      expect(Math.hypot(at.x - next.x, at.y - next.y)).toBeLessThan(0.25);
      expect(Math.hypot(at.x - 4, at.y - 4)).toBeCloseTo(2, 0);
    }
  });

  it('draws the same hills every time, and others for another map', () => {
    expect(hills(3, 2)(1.3, 4.4)).toBe(hills(3, 2)(1.3, 4.4));
    expect(hills(3, 2)(1.3, 4.4)).not.toBe(hills(4, 2)(1.3, 4.4));
  });
});

/** Tell whether a point lies inside a path made of quadratic loops, by their knots. */
function inside(path: string, x: number, y: number): boolean {
  const rings = path
    .split('Z')
    .filter(Boolean)
    .map((ring) => (ring.match(/-?[0-9.]+ -?[0-9.]+/g) ?? []).map((pair) => pair.split(' ').map(Number)));
  let within = false;
  for (const ring of rings) {
    ring.forEach(([ax = 0, ay = 0], i) => {
      const [bx = 0, by = 0] = ring[(i + 1) % ring.length] ?? [];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
    });
  }
  return within;
}

describe.each(maps)('the landscape of %s', (_, rows) => {
  const map = chart(rows);
  const shapes = relief(map);
  const shore = shapes.sheets[0] ?? '';

  it('leaves every space that canoes use open, and covers every mountain', () => {
    for (const cell of [...map.calm, ...map.rapids, ...map.villages]) {
      const { x, y } = centre(cell);
      expect(inside(shore, x, y), key(cell)).toBe(true);
    }
    rows.forEach((line, row) =>
      [...line].forEach((kind, column) => {
        const { x, y } = centre({ column, row });
        if (kind === '#' || kind === 'o') expect(inside(shore, x, y), `${column},${row}`).toBe(false);
      }),
    );
  });

  it('plants no tree on a space', () => {
    const spaces = new Set([...map.calm, ...map.rapids, ...map.starts, ...map.villages].map(key));
    expect(shapes.trees.length).toBeGreaterThan(100);
    for (const { x, y } of shapes.trees)
      expect(spaces.has(key({ column: Math.floor(x / UNIT), row: Math.floor(y / UNIT) }))).toBe(false);
  });

  it('draws no broken path', () => {
    const { sheets, strands, lips, gleams } = falls(map);
    const paths = [...shapes.sheets, ...shapes.shoals, ...shapes.rapids, shapes.rim, shapes.depth, ...shapes.swirls];
    paths.push(...sheets, ...gleams, ...[...strands, ...lips].map(({ path }) => path));
    expect(paths.join('')).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('cards', () => {
  it('are read from their text, and bids are laid with speed cards of 5 at most', () => {
    expect(face('feather 10')).toEqual({ suit: 'feather', value: 10 });
    for (let bid = 0; bid <= 8; bid++) {
      const laid = speedCards(bid);
      expect(laid.reduce((sum, card) => sum + card, 0)).toBe(bid);
      expect(laid.every((card) => card >= 1 && card <= 5)).toBe(true);
    }
  });

  it('lie around the table clockwise, ones own nearest', () => {
    expect(around(4, 2)).toEqual([2, 3, 0, 1]);
    const [own, left] = [seatAt(0, 4, 30, 30), seatAt(1, 4, 30, 30)];
    expect(own.y).toBeCloseTo(80);
    expect(left.x).toBeCloseTo(20);
  });

  it('lie in rows on a small table, large and apart, one’s own in the lower row', () => {
    for (const [width, height] of [
      [374, 145],
      [190, 280],
      [254, 174],
      [300, 120],
    ] as const)
      for (const count of [3, 4, 5, 6]) {
        const { card, rows, at } = seated(count, width, height);
        expect(rows).toBeGreaterThan(0);
        const spots = Array.from({ length: count }, (_, nth) => at(nth));
        expect(at(0).y).toBe(rows === 1 ? 50 : 75);
        expect(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
        for (const one of spots) {
          expect(Math.min(one.x, 100 - one.x) * 0.01 * width).toBeGreaterThan(card / 2);
          for (const other of spots)
            if (other !== one && other.y === one.y)
              expect(Math.abs(other.x - one.x) * 0.01 * width).toBeGreaterThan(card + 5);
        }
      }
    expect(seated(4, 374, 145).card).toBeGreaterThan(75);
    expect(seated(4, 360, 440).rows).toBe(0);
  });

  it('go round the two rows clockwise', () => {
    const { at, rows } = seated(6, 254, 174);
    expect(rows).toBe(2);
    const angles = [1, 2, 3, 4, 5].map((nth) => {
      const turn = Math.atan2(at(nth).y - 50, at(nth).x - 50) - Math.PI / 2;
      return (turn + 2 * Math.PI) % (2 * Math.PI);
    });
    expect([...angles].sort((a, b) => a - b)).toEqual(angles);
  });

  it.each([
    ['the highest of the suit led', ['fish 3', 'fish 9', 'sun 10'], 1],
    ['the highest trump', ['fish 9', 'fir 1', 'fir 4'], 2],
    ['a trump that was led', ['fir 2', 'fish 10', 'sun 10'], 0],
    ['nobody yet', [], null],
  ] as const)('are led by %s', (_, cards, leader) => {
    expect(
      leaderOf(
        cards.map((card, seat) => ({ seat, card })),
        'fir',
      ),
    ).toBe(leader);
  });
});

describe('a round', () => {
  const { view } = CASES['follow'] ?? CASES['lead'] ?? {};
  if (!view) throw new Error('no such case');

  it('is led on event by event to where it ends', () => {
    let scene = sceneOf(view);
    const fronts = ROUND.map((event) => (scene = after(scene, event)).front);
    expect(fronts).toEqual([...Array(5).fill('cards'), ...Array(7).fill('river'), 'cards']);
    expect(scene.canoes.map(({ cell }) => cell && key(cell))).toEqual(['1,2', '6,2', '6,1', '8,2', '10,0', '10,0']);
    expect(scene).toMatchObject({ trick: [], bids: Array(6).fill(null), trump: 'fish 3', space: 2, dealer: 0 });
  });

  it('keeps the last bids in sight until something else happens', () => {
    const bid = after(sceneOf(view), { kind: 'bids', bids: [1, 0, 2, 1, 0, 3] });
    expect(bid.bidding).toBe(true);
    expect(after(bid, { kind: 'played', seat: 0, card: 'fish 3' }).bidding).toBe(false);
  });

  it('leaves a trick that was taken where it lies for whoever looks back, until the next turn', () => {
    const cards = [
      { seat: 0, card: 'fish 3' },
      { seat: 1, card: 'fish 9' },
    ];
    const done = { ...view, phase: 'moving' as const, trick: [], last_trick: { cards, winner: 1 } };
    const past = [{ kind: 'trick' as const }];
    expect(sceneOf(done)).toMatchObject({ front: 'river', trick: [], taken: null });
    expect(sceneOf(done, [])).toMatchObject({ front: 'river', trick: [], taken: null });
    const lies = sceneOf(done, past);
    expect(lies).toMatchObject({ front: 'cards', trick: cards, taken: 1 });
    expect(after(lies, { kind: 'settled', players: [] })).toMatchObject({ trick: cards, taken: 1 });
    expect(after(lies, { kind: 'played', seat: 1, card: 'fir 2' }).trick).toEqual([{ seat: 1, card: 'fir 2' }]);
    // A turn later, but before it is shown, the next trick lies there and not the last.
    expect(sceneOf({ ...done, phase: 'tricks', trick: cards.slice(0, 1) }, past)).toMatchObject({
      trick: cards.slice(0, 1),
      taken: null,
    });
  });

  it('is told in a time that nobody minds, and what was seen is not told again', () => {
    const total = timetable(ROUND).reduce((sum, { ms }) => sum + ms, 0);
    expect(total).toBeLessThanOrEqual(15_000);
    expect(
      timetable(ROUND, { seen: ({ kind }) => kind === 'moved' }).every(
        ({ event, ms }) => event.kind !== 'moved' || !ms,
      ),
    ).toBe(true);
  });

  it('keeps canoes apart on the gangway', () => {
    const cell = { column: 10, row: 0 };
    const spots = [
      ...moor(
        chart(CANYON),
        [0, 1, 2, 3, 4, 5].map((seat) => ({ seat, cell })),
      ).values(),
    ];
    const all = new Set(spots.map(({ x, y }) => `${x.toFixed()},${y.toFixed()}`));
    expect(all.size).toBe(6);
  });
});

/** Make words that point at something, in no page. */
function pointing(shown: () => Pointing): (type: string) => boolean {
  const words = new EventTarget();
  pointed.by(shown)(words);
  return (type) => words.dispatchEvent(new Event(type));
}

describe('words that point at the board', () => {
  const space = { places: [{ column: 3, row: 2 }] };
  const canoe = { ghosts: [{ seat: 1, cell: { column: 6, row: 3 } }] };

  it('show something while they are hovered or focused', () => {
    const words = pointing(() => space);
    words('pointerenter');
    expect(pointed.now).toBe(space);
    words('pointerleave');
    expect(pointed.now).toEqual({});
  });

  it('leave alone what others have begun to show', () => {
    const first = pointing(() => space);
    const second = pointing(() => canoe);
    first('focus');
    second('focus');
    first('blur');
    expect(pointed.now).toBe(canoe);
    pointed.clear();
    expect(pointed.now).toEqual({});
  });
});

describe('the round sheet', () => {
  const settled = (...rows: [bid: number, tricks: number, bonus: number, points: number][]): CanyonEvent => ({
    kind: 'settled',
    players: rows.map(([bid, tricks, bonus, points], seat) => ({ seat, bid, tricks, bonus, points })),
  });
  const dealt = (number: number, cards: number): CanyonEvent => ({
    kind: 'dealt',
    number,
    dealer: 0,
    cards,
    trump: 'fish 3',
    space: number,
  });

  it('lists the rounds whose tricks are over, the newest first, and adds them up', () => {
    const story = [dealt(1, 8), settled([2, 2, 3, 5], [0, 6, 0, 6]), dealt(2, 7), settled([1, 2, 0, 2], [5, 5, 3, 3])];
    const rounds = roundsOf([...story, dealt(3, 6)]);
    expect(rounds.map(({ number, cards }) => [number, cards])).toEqual([
      [2, 7],
      [1, 8],
    ]);
    expect(rounds[0]?.players[1]).toMatchObject({ bid: 5, tricks: 5, bonus: 3, points: 3 });
    expect(totals(rounds, 2)).toEqual([
      { seat: 0, points: 7, made: 1 },
      { seat: 1, points: 9, made: 1 },
    ]);
    expect(totals([], 3).map(({ points }) => points)).toEqual([0, 0, 0]);
  });
});

describe('what words point at', () => {
  const ghost = (column: number): Pointing => ({ ghosts: [{ seat: 0, cell: { column, row: 2 } }] });

  it('what was chosen stays in the picture while nobody points elsewhere', () => {
    pointed.keep(ghost(3));
    const other = pointing(() => ghost(5));
    expect(pointed.now).toEqual(ghost(3));
    other('pointerenter');
    expect(pointed.now).toEqual(ghost(5));
    other('pointerleave');
    expect(pointed.now).toEqual(ghost(3));
    pointed.keep(null);
    expect(pointed.now).toEqual({});
  });
});

describe('keys', () => {
  const pressed = (of: string, digit: string): string | undefined => {
    const found = CASES[of];
    return found && canyon.key(digit, found.legal, found.view)?.text;
  };

  it('bid, or play the card at that place of the hand', () => {
    expect(pressed('bids', '0')).toBe('bid 0');
    expect(pressed('bids', '8')).toBe('bid 8');
    expect(pressed('follow', '4')).toBe('play sun 5');
    expect(pressed('follow', '1')).toBeUndefined();
    expect(pressed('moving', '1')).toBeUndefined();
  });

  it('count the card that is chosen already, which still stands in its place', () => {
    const { view } = CASES['chosen'] ?? {};
    const legal = CASES['follow']?.legal ?? [];
    expect(view && ['4', '5'].map((digit) => canyon.key(digit, legal, view)?.text)).toEqual([
      'play sun 5',
      'play sun 7',
    ]);
    const lower = view && { ...view, hand: view.hand.with(3, 'sun 7') };
    expect(lower && ['4', '5'].map((digit) => canyon.key(digit, legal, lower)?.text)).toEqual([
      'play sun 5',
      'play sun 7',
    ]);
  });
});

const at = { column: 3, row: 4 };
const EVENTS: Record<CanyonEvent['kind'], CanyonEvent> = {
  jetty: { kind: 'jetty', seat: 1, ...at },
  dealt: { kind: 'dealt', number: 5, dealer: 0, cards: 7, trump: 'fish 3', space: 2 },
  bid: { kind: 'bid', seat: 1, tricks: 0 },
  bids: { kind: 'bids', bids: [2, 0, 1] },
  played: { kind: 'played', seat: 0, card: 'sun 7' },
  trick: { kind: 'trick', seat: 1, cards: ['sun 7', 'sun 8'], tricks: 1, leads: false },
  settled: { kind: 'settled', players: [{ seat: 1, bid: 2, tricks: 2, bonus: 2, points: 4 }] },
  moved: { kind: 'moved', seat: 1, path: [{ column: 2, row: 4 }, at], used: 1, left: 1 },
  blocked: { kind: 'blocked', seat: 1, lapsed: 2 },
  stays: { kind: 'stays', seat: 1 },
  drifted: { kind: 'drifted', seat: 1, chain: [{ seat: 1, start: at, end: { column: 10, row: 0 }, fell: true }] },
  lost_turn: { kind: 'lost_turn', seat: 1 },
  arrived: { kind: 'arrived', seat: 1, left: 0 },
  marker: { kind: 'marker', space: 2, dealer: 0 },
  over: { kind: 'over', ranking: [1, 2, 1], winners: [0, 2] },
};

const REASONS: Record<CanyonReason, true> = {
  jetty_first: true,
  no_jetty: true,
  jetty_taken: true,
  bid_first: true,
  bid_too_high: true,
  play_now: true,
  not_in_hand: true,
  follow_suit: true,
  move_now: true,
  closed_space: true,
  start_or_gangway: true,
  space_taken: true,
  already_there: true,
  out_of_reach: true,
  not_nearest: true,
};

describe.each(locales)('in %s', (locale) => {
  /** Say something in this language; nothing may be missing in it. */
  const say = <Said>(speak: () => Said): Said => {
    overwriteGetLocale(() => locale);
    const said = speak();
    // Spaces are shown: nobody counts columns and rows.
    for (const text of [said].flat(2))
      if (typeof text === 'string') expect(text).not.toMatch(/undefined|NaN|canyon_|^$|\d,\d|\[\d/);
    return said;
  };

  it.each(Object.entries(CASES))('every decision of %s has words', (_, { view, legal }) => {
    const setting = { view, decisions: [], legal, complete: false, confirmed: false, name };
    say(() => [words.prompt(setting), ...words.progress(view)]);
    if (view.phase !== 'over') say(() => words.meanwhile(view, name));
    const groups = say(() => words.groups(setting));
    const labels = groups.flatMap((group) => group.actions.map((action) => say(() => words.action(action, setting))));
    expect(new Set(labels).size).toBe(legal.length);
    for (const action of legal)
      say(() => [
        words.confirm({ ...setting, decisions: [action] }),
        words.prompt({ ...setting, decisions: [action], complete: true }),
      ]);
    for (const { label } of words.askable(setting)) say(() => label);
    for (const { seat } of view.players)
      say(() => [words.standing(view, seat) || 'arrived', ...words.reasons(view, seat)]);
  });

  it('a hand that must follow is told so, and none is told to trump where trump was led', () => {
    const { view } = CASES['chosen'] ?? {};
    if (!view) throw new Error('expected a chosen card');
    const only = { ...view, hand: ['fir 3', 'fish 2', 'flame 10'] };
    expect([isOnlyOne(view, 'sun 7'), isOnlyOne(only, 'sun 7')]).toEqual([false, true]);
    expect(isOnlyOne({ ...only, leader: view.you }, 'sun 7')).toBe(false);
    const of = (seen: typeof view, trump: string) => ({
      view: { ...seen, trump },
      decisions: [],
      legal: seen.hand.map(
        (each) => ({ kind: 'play', id: 0, text: `play ${each}`, card: each, ...face(each) }) as const,
      ),
      complete: false,
      confirmed: false,
      name,
    });
    const decided = { kind: 'play', id: 0, text: 'play sun 7', card: 'sun 7', ...face('sun 7') } as const;
    const [many, one] = [view, only].map((seen) =>
      say(() => words.prompt({ ...of(seen, 'fish 1'), decisions: [decided], complete: true })),
    );
    expect(one).not.toBe(many);
    const [trumps, none] = ['fish 1', 'sun 1'].map((trump) => say(() => words.prompt(of(only, trump))));
    expect(trumps).not.toBe(none);
  });

  it('the bid is said to decide where as many points are left', () => {
    const { view } = CASES['village'] ?? (Object.values(CASES)[0] as (typeof CASES)[string]);
    const arrived = (seat: number, left: number) => ({
      ...(view.players[seat] as (typeof view.players)[number]),
      arrived: true,
      points_left: left,
      bid: seat + 1,
    });
    const standings = (...players: ReturnType<typeof arrived>[]): string[] =>
      players.map(({ seat }) => say(() => words.standing({ ...view, players }, seat)));
    const alone = standings(arrived(0, 1), arrived(1, 0));
    const equal = standings(arrived(0, 1), arrived(1, 1));
    expect(equal.map((each, i) => each.startsWith(alone[i] ?? '?') && each !== alone[i])).toEqual([true, true]);
  });

  it.each(Object.values(EVENTS))('the event $kind has its sentence, but for the marker', (event) => {
    const text = say(() => words.event(event, name));
    if (event.kind === 'marker') expect(text).toBeNull();
    else expect(text).toMatch(/^[^{}]+[.!]$/);
  });

  it('a round has its headline', () => {
    expect(say(() => words.headline(ROUND, name))).toMatch(/^[^{}]+[.!]$/);
  });

  it('a push is told canoe by canoe', () => {
    const [pushed, fell] = ROUND.filter(({ kind }) => kind === 'drifted').map((event) => words.event(event, name));
    for (const part of ['Player 1', 'Player 2']) expect(pushed).toContain(part);
    expect(fell).toContain('Player 5');
    expect(fell).not.toBe(pushed?.replaceAll(/Player \d/g, 'Player 5'));
  });

  it('a last round without an arrival is won by nobody, and names nobody', () => {
    const told = say(() => words.event({ kind: 'over', ranking: [1, 2, 3], winners: [] }, name));
    expect(told).not.toMatch(/none|Player|: ?!| {2}/);
    expect(told).not.toBe(words.event({ kind: 'over', ranking: [1, 2, 3], winners: [0] }, name));
  });

  it('a canoe without a jetty is not said to be in the village', () => {
    const [ashore] = CASES['jetties']?.view.players ?? [];
    if (!ashore) throw new Error('no such player');
    expect(say(() => placeWords(ashore))).not.toBe(placeWords({ ...ashore, on: 'village' }));
  });

  it('eight directions have eight names', () => {
    const around = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => ({ column, row })));
    const ways = around.filter((cell) => cell.row || cell.column).map((cell) => wayWords({ column: 0, row: 0 }, cell));
    expect(new Set(ways).size).toBe(8);
  });

  it('every refusal has a sentence', async () => {
    await later.get();
    const values = { column: 3, row: 4, most: 5, card: 'sun 7', suit: 'sun', best: 2, distance: 4, points: 3 };
    for (const reason of Object.keys(REASONS)) expect(say(() => words.why(reason, values, name))).not.toBeNull();
    expect(words.why('no_such_reason', {}, name)).toBeNull();
  });

  it('a legend has a name for every character, and a flaw that is new is told as the server tells it', () => {
    expect(new Set(say(() => MARKS.map(markWords))).size).toBe(MARKS.length);
    const flaw = { line: 3, column: 4, code: 'count', values: { mark: 'S', wanted: 6, got: 5 }, message: 'in English' };
    expect(say(() => flawWords(flaw))).toContain(markWords('S'));
    expect(say(() => flawWords({ ...flaw, code: 'tomorrow' }))).toBe('in English');
  });

  it('suits have different names', () => {
    const names = SUITS.map((suit) => say(() => suitWord(suit)));
    expect(new Set(names).size).toBe(5);
  });
});
