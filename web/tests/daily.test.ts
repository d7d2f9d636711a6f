import './browser';

import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { beginPractice, beginTry, rivalsOf } from '../src/daily/begin';
import { dayAt, FIRST, isDay, nextAt, until } from '../src/daily/day';
import { type River, riverOf } from '../src/daily/river';
import * as ledger from '../src/daily/tries';
import { type Ended, standingOf, tries } from '../src/daily/tries';
import { dayWords, nextRiver, outcome, resultText } from '../src/daily/words';
import { dayAfter, streaks } from '../src/history/calendar';
import { prefer } from '../src/lib/prefs.svelte';
import { load, save } from '../src/lib/storage';
import { again } from '../src/offline/begun';
import { type Player, turnOf } from '../src/offline/deciding';
import { dealer, wordOf } from '../src/offline/drawn';
import { begun, forget, keep, type KeptEntry, keptEntries, keptGame, keptGames } from '../src/offline/kept';
import type { GameInfo } from '../src/protocol';
import { Bot, Rules } from '../src/rules/rules';
import { setsUp } from '../src/rules/setup';

const TODAY = '2026-11-28';
const KEY = 'eddyline.daily';
const INFOS = [
  { id: 'niagara', rules_version: 1, presets: { rulebook: { gems_per_deposit: 7 } }, seatings: [], bots: [] },
  { id: 'canyon', rules_version: 1, presets: { classic: { board: 'canyon' } }, seatings: [], bots: [] },
] as unknown as GameInfo[];
const infoOf = ({ game }: River): GameInfo => INFOS.find(({ id }) => id === game) as GameInfo;

const read = (name: string) => new Uint8Array(readFileSync(`../src/eddyline/${name}.wasm`));

/** Days from one on. */
const days = (from: string, count: number): string[] => Array.from({ length: count }, (_, i) => dayAfter(from, i));

const won: Ended = { won: true, rank: 1, players: 4, rounds: 9 };
const lost: Ended = { won: false, rank: 3, players: 4, rounds: 12 };
const gaveUp: Ended = { won: false, rank: null, players: 3, rounds: null };

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  prefer({ locale: 'en' });
  for (const { id } of keptGames()) forget(id);
  localStorage.clear();
});

describe('the river of a day', () => {
  // A choice that changes is another version, and days that people have played stay as they were.
  test('is the same for ever', () => {
    const golden = [...days('2026-11-22', 8), '2028-02-29', '2100-03-01'].map((day) => {
      const { game, seats, chosen, word, drawn } = riverOf(day);
      return [day, game, seats.map((bot) => bot ?? '-').join(' '), JSON.stringify(chosen), word, drawn.seed].join(
        ' | ',
      );
    });
    expect(golden).toMatchInlineSnapshot(`
      [
        "2026-11-22 | canyon | guide guide - | {"board":"canyon"} | 0x8a2a0ca5efee2686 | 0xf541e3418ba685b",
        "2026-11-23 | niagara | paddler - paddler paddler | {} | 0x885731898904621f | 0xdafc6d1b582ff1b",
        "2026-11-24 | canyon | - voyageur voyageur voyageur | {"board":"whirlpool"} | 0x1ce306b06b9a77ae | 0xed0e01c7e308a90d",
        "2026-11-25 | niagara | guide paddler - | {"diamond_joe":true} | 0x7df8f5861ef5fbf3 | 0x9276f0ef2f4c2674",
        "2026-11-26 | canyon | voyageur - voyageur guide | {"board":"canyon"} | 0xbe5a33c7c68a3c36 | 0x9a9ef01aa9bc9f3b",
        "2026-11-27 | niagara | guide - guide paddler | {"diamond_joe":true,"spirit_cards":true} | 0x8302961d18b8aa61 | 0xe9c288b494fbe69d",
        "2026-11-28 | canyon | guide - guide | {"board":"canyon"} | 0xf12684f3673e4797 | 0xa8303654cb7d076f",
        "2026-11-29 | niagara | - guide guide guide | {"beaver":true,"whirlpool":true,"moose":true} | 0x21a0241279296d18 | 0x283e0e376cd9f9d5",
        "2028-02-29 | canyon | - camper camper | {"board":"whirlpool"} | 0x9944d17a99fc51f3 | 0x46bb84f20948fa91",
        "2100-03-01 | canyon | camper camper - | {"board":"whirlpool"} | 0x6c2dce921529b2fb | 0x3cb930afb792e706",
      ]
    `);
  });

  test('has characters for rivals from one day on, and none on days that have been played without', () => {
    expect(
      days(FIRST, 28)
        .flatMap((day) => riverOf(day).characters)
        .filter((each) => each !== null),
    ).toEqual([]);
    for (const day of days('2026-11-29', 60)) {
      const { seats, characters } = riverOf(day);
      expect(characters.map((each) => each === null)).toEqual(seats.map((bot) => bot === null));
      const known = characters.filter((each) => each !== null);
      expect(new Set(known).size).toBe(known.length);
    }
    expect(riverOf('2026-11-29').characters).toMatchInlineSnapshot(`
      [
        null,
        "otter",
        "squirrel",
        "owl",
      ]
    `);
  });

  test('seats its characters as those who they are, and nobody else looks like them', () => {
    prefer({ portrait: 'owl' });
    const drawn: River = { ...riverOf('2026-11-29'), seats: ['guide', null], characters: ['owl', null] };
    const seats = keptGame(beginPractice(infoOf(drawn), drawn))?.seats;
    expect(seats?.map(({ name, bot, portrait }) => [name, bot, portrait])).toEqual([
      ['Uma', 'guide', 'owl'],
      ['Guest', null, null],
    ]);
    prefer({ portrait: '' });
  });

  test('is another one with another version', () => {
    expect(riverOf(TODAY, 2)).not.toEqual(riverOf(TODAY));
  });

  test('can be played by the rules, by one person among bots that are here', async () => {
    const rules = {
      niagara: await Rules.bare(read('games/niagara/game')),
      canyon: await Rules.bare(read('games/canyon/game')),
    };
    const bots = { niagara: ['paddler', 'camper', 'guide'], canyon: ['voyageur', 'camper', 'guide'] };
    for (const river of days(FIRST, 400).map((day) => riverOf(day))) {
      const game = river.game as keyof typeof rules;
      expect(setsUp(rules[game].compiled.about, river.chosen)).toBe(true);
      expect(river.seats.length).toBeGreaterThanOrEqual(3);
      expect(river.seats.length).toBeLessThanOrEqual(5);
      expect(river.seats.filter((bot) => bot === null)).toHaveLength(1);
      for (const bot of river.seats) if (bot !== null) expect(bots[game]).toContain(bot);
    }
  });

  test('grows harder from Monday to Sunday, and every day of the week has both games in turn', () => {
    const strong = Array.from({ length: 7 }, (_, weekday) => {
      const rivers = days('2026-11-02', 140)
        .filter((_, i) => i % 7 === weekday)
        .map((day) => riverOf(day));
      expect(new Set(rivers.map(({ game }) => game))).toEqual(new Set(['niagara', 'canyon']));
      const shares = rivers.map(({ seats }) => seats.filter((bot) => bot === 'guide').length / (seats.length - 1));
      return shares.reduce((sum, share) => sum + share, 0) / shares.length;
    });
    expect(strong[0]).toBe(0);
    expect(strong[6]).toBe(1);
    const [early = 1, middle = 1, late = 1] = [0, 2, 4].map((i) => ((strong[i] ?? 1) + (strong[i + 1] ?? 1)) / 2);
    expect([early < middle, middle < late, late < 1]).toEqual([true, true, true]);
  });

  test('puts people on every seat', () => {
    const seats = days(FIRST, 400).map((day) => riverOf(day).seats.indexOf(null));
    expect(new Set(seats)).toEqual(new Set([0, 1, 2, 3, 4]));
  });
});

test('words are those of SplitMix64', () => {
  expect([0, 1, 2].map((number) => wordOf(1234567n, number))).toEqual([
    6457827717110365317n,
    3203168211198807973n,
    9817491932198370423n,
  ]);
});

describe('a day', () => {
  test('is that of UTC, wherever one is', () => {
    expect(dayAt(Date.UTC(2026, 10, 28, 23, 59, 59, 999))).toBe('2026-11-28');
    expect(dayAt(Date.UTC(2026, 10, 29))).toBe('2026-11-29');
    // Half past midnight in Kiritimati, 14 hours ahead, is still the day before.
    expect(dayAt(Date.parse('2026-11-29T00:30:00+14:00'))).toBe('2026-11-28');
    expect(dayAt(Date.parse('2028-02-28T23:30:00-11:00'))).toBe('2028-02-29');
    expect(nextAt('2028-02-29')).toBe(Date.UTC(2028, 2, 1));
    expect(nextAt('2026-12-31')).toBe(Date.UTC(2027, 0, 1));
  });

  test.each([
    ['2026-11-28', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-11-31', false],
    ['2026-1-5', false],
    ['today', false],
    ['', false],
  ])('%j is one: %s', (text, is) => {
    expect(isDay(text)).toBe(is);
  });

  test('says how long it still is', () => {
    const at = nextAt(TODAY);
    expect(until(at, at - 5 * 3_600_000)).toEqual({ count: 5, unit: 'hour' });
    expect(until(at, at - 59 * 60_000)).toEqual({ count: 59, unit: 'minute' });
    expect(until(at, at - 10)).toEqual({ count: 1, unit: 'minute' });
    expect(nextRiver(TODAY, at - 5 * 3_600_000, true)).toContain('in 5 hours');
  });
});

describe('a streak', () => {
  const row = days('2026-11-24', 5);
  test.each([
    ['goes on today', row, TODAY, 5, 5],
    ['goes on until yesterday', row, '2026-11-29', 5, 5],
    ['has ended the day after', row, '2026-11-30', 0, 5],
    ['has a gap', row.filter((day) => day !== '2026-11-26'), TODAY, 2, 2],
    ['begins on the first day', [FIRST], FIRST, 1, 1],
    ['goes over the end of February in a leap year', days('2028-02-27', 4), '2028-03-01', 4, 4],
    ['goes over the end of February in another', days('2027-02-27', 3), '2027-03-01', 3, 3],
    ['goes over the end of a year', days('2026-12-30', 4), '2027-01-02', 4, 4],
    ['stays where a clock was turned back into it', row, '2026-11-25', 5, 5],
    ['stays where a clock was turned back before it', row, '2026-11-02', 5, 5],
    ['stays where a clock was reset', row, '1970-01-01', 5, 5],
    ['goes on where a clock was once far ahead', [...row, '2036-01-01'], TODAY, 5, 5],
  ])('%s', (_, played, today, now, longest) => {
    expect(streaks(played, today)).toEqual({ now, longest });
  });
});

describe('a try', () => {
  const river = riverOf(TODAY);

  test('is the only one of its day, whatever becomes of its game', () => {
    expect(standingOf(tries(), TODAY)).toEqual({ kind: 'open' });
    const id = beginTry(infoOf(river), river);
    expect(standingOf(tries(), TODAY)).toEqual({ kind: 'begun', game: id });
    // As from another tab.
    expect(beginTry(infoOf(river), river)).toBe(id);
    expect(keptGames()).toHaveLength(1);
    forget(id);
    expect(standingOf(tries(), TODAY)).toEqual({ kind: 'lost', game: id });
    expect(beginTry(infoOf(river), river)).toBe(id);
    expect(keptGames()).toHaveLength(0);
    expect(dayWords(tries(), TODAY)).toContain('given up');
  });

  test('is set up as the day says, and who plays sits where it says', () => {
    prefer({ name: 'Ann' });
    const kept = keptGame(beginTry(infoOf(river), river));
    expect(kept).toMatchObject({
      game: river.game,
      word: river.word,
      drawn: river.drawn,
      daily: { day: TODAY, counts: true },
    });
    expect(kept?.seats.map(({ bot }) => bot)).toEqual(river.seats);
    expect(kept?.seats.find(({ bot }) => bot === null)?.name).toBe('Ann');
    expect(new Set(kept?.seats.map(({ name }) => name)).size).toBe(river.seats.length);
    expect(rivalsOf({ ...river, seats: ['guide', null, 'paddler', 'guide'] }).map(({ name }) => name)).toEqual([
      'Guide 1',
      'Paddler',
      'Guide 2',
    ]);
    prefer({ name: '' });
  });

  test('that is given up is over: playing on, or a copy of it, changes nothing', () => {
    const id = beginTry(infoOf(river), river);
    const kept = keptGame(id);
    if (!kept) throw new Error('it is not kept');
    ledger.giveUp(TODAY, kept);
    const given = {
      kind: 'over',
      game: id,
      ended: { won: false, rank: null, players: kept.seats.length, rounds: null },
    };
    expect(standingOf(tries(), TODAY)).toEqual(given);
    const result = { winners: kept.seats.map((_, seat) => seat), ranking: kept.seats.map(() => 1) };
    ledger.finish({ ...kept, result }, { shown: () => ({ round: 3 }) });
    ledger.finish({ ...kept, id: 'copy', result }, { shown: () => ({ round: 3 }) });
    expect(standingOf(tries(), TODAY)).toEqual(given);
    expect(ledger.daysOf(tries())).toEqual([]);
  });

  test('that ends is noted with its rounds, and stays done when the clock is turned back', () => {
    const kept = keptGame(beginTry(infoOf(river), river));
    if (!kept) throw new Error('it is not kept');
    const mine = river.seats.indexOf(null);
    const result = { winners: [mine], ranking: kept.seats.map((_, seat) => (seat === mine ? 1 : 2)) };
    ledger.finish({ ...kept, result: null }, { shown: () => ({ round: 9 }) });
    expect(standingOf(tries(), TODAY).kind).toBe('begun');
    ledger.finish({ ...kept, result }, { shown: () => ({ round: 9 }) });
    const over = { kind: 'over', game: kept.id, ended: { ...won, players: kept.seats.length } };
    expect(standingOf(tries(), TODAY)).toEqual(over);
    forget(kept.id);
    beginTry(infoOf(riverOf('2026-11-20')), riverOf('2026-11-20'));
    expect(beginTry(infoOf(river), river)).toBe(kept.id);
    expect(standingOf(tries(), TODAY)).toEqual(over);
    expect(ledger.openDays(tries(), TODAY)).toEqual(['2026-11-20']);
  });

  test('does not count when it is played again, or on another day', () => {
    const id = beginTry(infoOf(river), river);
    const kept = keptGame(id);
    if (!kept) throw new Error('it is not kept');
    const repeated = keptGame(again(kept));
    expect(repeated).toMatchObject({
      word: kept.word,
      drawn: kept.drawn,
      entries: [],
      daily: { day: TODAY, counts: false },
    });
    const earlier = riverOf(FIRST);
    const practice = beginPractice(infoOf(earlier), earlier);
    expect(ledger.practiceOf(FIRST)?.id).toBe(practice);
    expect(Object.keys(tries())).toEqual([TODAY]);
    // Not even when it ends.
    const other = keptGame(practice);
    if (!other) throw new Error('it is not kept');
    const result = { winners: [0], ranking: other.seats.map(() => 1) };
    ledger.finish({ ...other, result }, { shown: () => ({ round: 1 }) });
    keep({ ...other, over: true, result });
    expect(Object.keys(tries())).toEqual([TODAY]);
    expect(ledger.practiceOf(FIRST)).toBeUndefined();
  });

  test('takes no place of other games, nor they of it', () => {
    const id = beginTry(infoOf(river), river);
    const kept = keptGame(id);
    if (!kept) throw new Error('it is not kept');
    const { daily: _, ...plain } = kept;
    for (let i = 0; i < 40; i++) keep({ ...plain, id: `other${i}`, at: i });
    expect(keptGame(id)).not.toBeNull();
    expect(keptGames()).toHaveLength(31);
  });
});

describe('what is kept of tries', () => {
  const sound = { '2026-11-27': { game: 'a', ended: lost } };

  test.each([
    ['is no JSON', '{"2026-11-27":{'],
    ['is a list', '[1, 2]'],
    ['is a number', '7'],
    ['has a day that is none', JSON.stringify({ ...sound, yesterday: { game: 'b', ended: null } })],
    ['has a try that is none', JSON.stringify({ ...sound, '2026-11-26': { game: 'b', ended: { won: 'yes' } } })],
  ])('is put aside where it %s, what is sound stays, and games that are kept make it good', (_, text) => {
    const river = riverOf(TODAY);
    const id = beginTry(infoOf(river), river);
    localStorage.setItem(KEY, text);
    expect(ledger.damaged()).toBe(false);
    const all = tries();
    expect(standingOf(all, TODAY)).toEqual({ kind: 'begun', game: id });
    expect(all['2026-11-27']).toEqual(text.includes('11-27":{"game') ? sound['2026-11-27'] : undefined);
    expect(ledger.damaged()).toBe(true);
    expect(load('eddyline.daily.damaged', '')).toBe(text);
    ledger.told();
    expect(tries()).toEqual(all);
    expect(ledger.damaged()).toBe(false);
  });

  test('is known for as long as the page where the browser has no room, and that is told', () => {
    save(KEY, sound);
    expect(ledger.hasRoom()).toBe(true);
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(ledger.hasRoom()).toBe(false);
    const river = riverOf(TODAY);
    const id = beginTry(infoOf(river), river);
    expect(tries()).toEqual({ ...sound, [TODAY]: { game: id, ended: null } });
    expect(keptGame(id)?.id).toBe(id);
    vi.restoreAllMocks();
    save(KEY, sound);
    expect(tries()['2026-11-27']).toEqual(sound['2026-11-27']);
  });
});

describe('a result', () => {
  const all = {
    '2026-11-26': { game: 'a', ended: lost },
    '2026-11-27': { game: 'b', ended: won },
    [TODAY]: { game: 'c', ended: won },
  };
  const river = { day: TODAY, game: 'niagara' };

  beforeEach(() => vi.stubGlobal('location', { ...location, origin: 'https://canoes.example' }));
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ['en', ['Eddyline · Niagara · River of 28 November 2026', 'Won against 3 rivals, round 9.', '3 days in a row.']],
    [
      'fr',
      [
        'Eddyline · Niagara · Rivière du 28 novembre 2026',
        'Gagné contre 3 adversaires, manche 9.',
        '3 jours de suite.',
      ],
    ],
    ['it', ['Eddyline · Niagara · Fiume del 28 novembre 2026', 'Vinto contro 3 rivali, round 9.', '3 giorni di fila.']],
    [
      'de',
      ['Eddyline · Niagara · Fluss vom 28. November 2026', 'Gegen 3 Gegner gewonnen, Runde 9.', '3 Tage in Folge.'],
    ],
  ] as const)('is shared in %s, with where it was', (locale, lines) => {
    prefer({ locale });
    expect(resultText(river, won, all)).toBe([...lines, `https://canoes.example/daily/${TODAY}`].join('\n'));
  });

  test('that was lost or given up is told as it was, and of one day no streak', () => {
    const lines = (ended: Ended) =>
      resultText(river, ended, { [TODAY]: { game: 'c', ended } })
        .split('\n')
        .slice(1, -1);
    expect(lines(lost)).toEqual(['Place 3 of 4, round 12.']);
    expect(lines({ ...lost, rounds: null })).toEqual(['Place 3 of 4.']);
    expect(lines(gaveUp)).toEqual(['Given up.']);
    expect(outcome(won)).toBe('You won in 9 rounds');
    expect(outcome(gaveUp)).toBe('You gave up');
  });

  test('is named in the calendar with its game', () => {
    expect(dayWords(all, '2026-11-26')).toMatch(/^26 November 2026 · (Niagara|Canyon): place 3 of 4$/);
    expect(dayWords(all, '2026-11-25')).toMatch(/: not played$/);
  });
});

describe('chance', () => {
  /** Fewer simulations than people play with: what is shown here hangs on none of their number. */
  const ROLLOUTS = 96;

  async function seated({ game, seats }: River): Promise<Map<string, Player>> {
    const rules = await Rules.bare(read(`games/${game}/game`));
    const made = new Map<string, Player>();
    for (const name of new Set(seats.map((bot) => bot ?? 'guide'))) {
      const bot = await Bot.bare(read(`bots/${game}/${name}`));
      bot.prepare(seats.length);
      made.set(name, { rules, position: rules.position(), bot });
    }
    return made;
  }

  /** Play the river on from what was kept, as long as there are fewer entries than `most`; people do as a bot does. */
  async function played(river: River, entries: readonly KeptEntry[], most: number): Promise<readonly KeptEntry[]> {
    const kept = { ...riverAsKept(river), entries };
    const players = await seated(river);
    const rules = await Rules.bare(read(`games/${river.game}/game`));
    const { match, steps } = begun(rules, kept, dealer(kept) ?? (() => null));
    Array.from(steps);
    while (!match.over && match.log.length < most) {
      const [seat = -1] = match.waiting;
      const player = players.get(river.seats[seat] ?? 'guide');
      if (!player) throw new Error('nobody sits there');
      const asked = { record: match.redacted(seat), seat, seed: 7, seconds: 0 };
      match.commit(seat, turnOf(player, { ...asked, rollouts: ROLLOUTS }));
    }
    return keptEntries(match.log);
  }
  const riverAsKept = ({ game, chosen, seats, word, drawn }: River) => ({
    ...{ id: 'x', game, rulesVersion: 1, preset: null, options: chosen, word, drawn, over: false, at: 1 },
    seats: seats.map((bot, seat) => ({ name: `P${seat}`, bot })),
  });

  test.each(['2026-11-28', '2026-11-29'])(
    'of %s is the same for everybody, also for who leaves and comes back',
    async (day) => {
      const river = riverOf(day);
      const whole = await played(river, [], 70);
      expect(whole.length).toBeGreaterThanOrEqual(70);
      const half = await played(river, [], 31);
      expect(await played(river, half, 70)).toEqual(whole);
    },
  );

  test('is dealt by the number of deals', () => {
    const drawn = { seed: '0x7', rollouts: 1 };
    const deals = dealer({ drawn, entries: [] });
    const all = [deals?.(), deals?.(), deals?.()];
    const entries = [{ deal: '0x1' }, { seat: 0, turn: [1] }, { deal: '0x2' }];
    expect(dealer({ drawn, entries })?.()).toBe(all[2]);
    expect(new Set(all).size).toBe(3);
    expect(dealer({ drawn: undefined, entries })).toBeNull();
  });
});
