import './browser';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { seated } from '../src/boards/seated';
import { CLOCKS, clockWords, paceSentence, possible, USUAL_PACE } from '../src/pace/presets';
import { awaited, endsWithout, lastLeft, playsAgain, votes } from '../src/pace/people';
import { since } from '../src/pace/now';
import { clockTime, duration, left } from '../src/pace/time';
import { ending, favour, played, resigningCosts, winners } from '../src/pace/told';
import { prefs } from '../src/lib/prefs.svelte';
import { locales } from '../src/paraglide/runtime.js';
import type { Clock, SeatInfo, TableInfo } from '../src/protocol';
import { table, update } from './fixtures';

const NAMES = ['Ann', 'Bo', 'Cleo'];
const name = (seat: number): string => NAMES[seat] ?? '';
const seats = (...changes: Partial<SeatInfo>[]): SeatInfo[] =>
  NAMES.map((each, seat) => ({ ...seated(seat, each), ...changes[seat] }));
const evening = (changes: Partial<TableInfo>): TableInfo => ({ ...table(5), seats: seats(), ...changes });

beforeEach(() => {
  prefs.locale = 'en';
});

describe('times', () => {
  test.each([
    [0, '0:00'],
    [-3, '0:00'],
    [23, '0:23'],
    [65.9, '1:05'],
    [3599, '59:59'],
    [3600, '1 h 0 min'],
    [86_399, '23 h 59 min'],
    [2 * 86_400 + 4 * 3600 + 59, '2 d 4 h'],
  ])('%d seconds on a clock are %s', (seconds, text) => {
    expect(clockTime(seconds)).toBe(text);
  });

  test('durations are said in the units that they have', () => {
    expect(duration(90)).toBe('1 minute 30 seconds');
    expect(duration(86_400)).toBe('1 day');
    expect(duration(300, 'short')).toBe('5 mins');
    prefs.locale = 'de';
    expect(duration(180)).toBe('3 Minuten');
  });

  test('a turn uses its own time first and the reserve then', () => {
    const seat = { ...seated(0, 'Ann'), taken: 10, left: [20, 60] };
    expect(left(seat, 0)).toEqual({ seconds: 20, reserve: false, total: 80 });
    expect(left(seat, 19.5)).toEqual({ seconds: 1, reserve: false, total: 61 });
    expect(left(seat, 20)).toEqual({ seconds: 60, reserve: true, total: 60 });
    expect(left(seat, 500)).toEqual({ seconds: 0, reserve: true, total: 0 });
    expect(left({ ...seat, left: [20, 0] }, 30)).toEqual({ seconds: 0, reserve: false, total: 0 });
  });

  test('no time is shown without a clock, or to those who owe no turn', () => {
    expect(left({ ...seated(0, 'Ann'), taken: 10 }, 0)).toBeNull();
    expect(left({ ...seated(0, 'Ann'), left: [20, 60] }, 0)).toBeNull();
  });

  describe('counted', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
    afterEach(() => void vi.useRealTimers());

    test('from a moment on', () => {
      const moment = performance.now();
      vi.advanceTimersByTime(2500);
      expect(since(moment)).toBe(2.5);
      expect(since(moment + 9000)).toBe(0);
    });
  });
});

describe('clocks', () => {
  test('those offered are possible, and called differently', () => {
    const words = CLOCKS.map(clockWords);
    expect(new Set(words).size).toBe(CLOCKS.length);
    expect(words.slice(0, 5)).toEqual([
      'None',
      '30 secs a turn + 5 mins',
      '1 min a turn + 10 mins',
      '20 mins for the game',
      '1 day a turn',
    ]);
    expect(CLOCKS.every((clock) => clock === null || possible(clock))).toBe(true);
  });

  test('the server’s bounds hold', () => {
    expect(possible({ turn: 2, reserve: 2 })).toBe(false);
    expect(possible({ turn: -1, reserve: 100 })).toBe(false);
    expect(possible({ turn: 15 * 86_400, reserve: 0 })).toBe(false);
    expect(possible({ turn: 0, reserve: 5 })).toBe(true);
  });

  test('a clock of days is more patient than minutes', () => {
    prefs.locale = 'en';
    const said = (clock: Clock): string => paceSentence({ ...USUAL_PACE, clock });
    expect(said({ turn: 3 * 86_400, reserve: 0 })).toContain('away for 3 days or');
    expect(said({ turn: 60, reserve: 0 })).toContain('away for 1 minute or');
  });

  test.each(locales)('a table says how long it waits, in %s', (locale) => {
    prefs.locale = locale;
    const said = CLOCKS.map((clock) => paceSentence({ ...USUAL_PACE, clock, stand_in: 'paddler' }));
    for (const sentence of said) expect(sentence).toMatch(/^\p{Lu}.*[.]$/u);
    for (const sentence of said) expect(sentence).not.toMatch(/pace_|undefined|\{/);
    expect(new Set(said).size).toBe(CLOCKS.length);
  });
});

describe('people', () => {
  test('whom we wait for: others who play themselves and owe a turn', () => {
    const at = evening({
      seats: seats({ thinking: true }, { thinking: true }, { thinking: true, bot: 'paddler' }),
    });
    expect(awaited(at, 0).map(({ seat }) => seat)).toEqual([1]);
    expect(awaited(at, null).map(({ seat }) => seat)).toEqual([0, 1]);
  });

  test('nobody votes on themselves, nor while a bot plays for them, nor from outside', () => {
    const at = evening({ seats: seats({}, {}, { bot: 'paddler' }) });
    expect([0, 1, 2].map((you) => votes(at, you, 1))).toEqual([true, false, false]);
    expect(votes(at, null, null)).toBe(false);
    expect(votes(at, 0, null)).toBe(true);
  });

  test('another game is offered to players, and to all where there is one, but not at a table that was closed', () => {
    const over = evening({ ended: 'agreed' });
    expect([playsAgain(over, 0), playsAgain(over, null)]).toEqual([true, false]);
    expect(playsAgain({ ...over, rematch: 'next' }, null)).toBe(true);
    expect([
      playsAgain({ ...over, ended: 'closed' }, 0),
      playsAgain({ ...over, ended: 'closed', rematch: 'next' }, 0),
    ]).toEqual([false, false]);
  });

  test('when a seat resigns, the game ends for the last one, and among bots', () => {
    expect(endsWithout(evening({}), 0)).toBe(false);
    const two = evening({ seats: seats({ resigned: true }) });
    expect(endsWithout(two, 1)).toBe(true);
    expect(lastLeft(two, 1)).toBe(2);
    const alone = evening({ seats: seats({}, { kind: 'bot', bot: 'paddler' }, { kind: 'bot', bot: 'paddler' }) });
    expect(endsWithout(alone, 0)).toBe(true);
    expect(lastLeft(alone, 0)).toBeNull();
  });
});

describe('what is told', () => {
  test('who played for whom, and why', () => {
    const turn = { ...update(7, 1), bot: 'paddler' };
    expect(played(turn, 0, name)).toBe('Paddler played for Bo.');
    expect(played({ ...turn, late: true }, 0, name)).toBe('Time ran out: Paddler played for Bo.');
    expect(played({ ...turn, late: true }, 1, name)).toBe('Time ran out: Paddler played for you.');
    expect(played(turn, 1, name)).toBe('Paddler played for you.');
    expect(played(update(7, 1), 0, name)).toBe('');
    expect(played({ ...update(7, 1), resigned: true }, 0, name)).toBe('Bo has resigned.');
    expect(played({ ...update(7, 1), resigned: true }, 1, name)).toBe('You have resigned.');
    expect(played({ ...turn, resigned: true }, 0, name)).toBe('Bo has resigned: Paddler plays on.');
    expect(played({ ...turn, resigned: true }, 1, name)).toBe('You have resigned: Paddler plays on.');
  });

  test('what resigning costs in a rated game', () => {
    const rated = evening({ unrated: null, seats: seats({ account: 'a' }, { account: 'b' }) });
    expect(resigningCosts(rated, 0)).toContain('you will be ranked last, whatever the bot still achieves');
    expect(resigningCosts({ ...rated, unrated: 'practice' }, 0)).toBe('');
    // A guest has nothing to lose.
    expect(resigningCosts(rated, 2)).toBe('');
    const last = evening({
      unrated: null,
      seats: seats({ account: 'a' }, { kind: 'bot', bot: 'guide' }, { resigned: true }),
    });
    expect(resigningCosts(last, 0)).toContain('unless it is over within a minute');
  });

  test('who is in favour', () => {
    expect(favour({ matter: 'stop', seat: null, by: [0, 2], needed: 3 }, evening({}))).toBe(
      'In favour: Ann and Cleo (2 of 3)',
    );
  });

  test('how a game was stopped, and who has won it', () => {
    const agreed = evening({ status: 'over', ended: 'agreed' });
    expect([ending(agreed, 0), ending(agreed, null)]).toEqual(['You agreed to stop.', 'The players agreed to stop.']);
    const closed = evening({ status: 'over', ended: 'closed', notice: 'We move house.' });
    expect(ending(closed, 0)).toBe('The operator of this server has closed the table.');
    expect(winners(agreed)).toEqual([]);
    const resigned = evening({
      status: 'over',
      ended: 'resigned',
      seats: seats({ resigned: true }, {}, { resigned: true }),
    });
    expect(ending(resigned, 1)).toBe('Resigned: Ann and Cleo');
    expect(winners(resigned)).toEqual([1]);
    expect(ending(evening({ status: 'over', ended: 'finished' }), 0)).toBe('');
  });
});
