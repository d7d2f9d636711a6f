import './browser';

import { render } from 'svelte/server';
import { afterEach, expect, test, vi } from 'vitest';

import { ArchiveError, filesOf, isArchive } from '../src/history/archive';
import Calendar from '../src/history/Calendar.svelte';
import { byDay, dayAfter, endedHere, isoDay, monthAfter, streaks, weeksOf } from '../src/history/calendar';
import GameRow from '../src/history/GameRow.svelte';
import { Listed } from '../src/history/listed.svelte';
import { EVERY, narrow, queryOf } from '../src/history/question';
import { duration } from '../src/history/words';
import { ask } from '../src/lib/api';
import { firstDay, monthOf, weekday } from '../src/lib/months';
import { parse } from '../src/lib/router.svelte';
import type { GamesPage, PlayedGame } from '../src/protocol';

const MINUTE = 60_000;
const ARCHIVE =
  'UEsDBBQACAAIAAAAfF0AAAAAAAAAAAAAAAAHAAAAYS5qc29ubKtWSlSyMqzlqh6kNABQSwcI19U7dg0AAACgAAAAUEsDBBQACAgAAAAAfF0AAAAAAAAAAAAAAAAGAAAAw6QudHh0YXMgaXQgaXNQSwcIsyROlggAAAAIAAAAUEsBAhQDFAAIAAgAAAB8XdfVO3YNAAAAoAAAAAcAAAAAAAAAAAAAAIABAAAAAGEuanNvbmxQSwECFAMUAAgIAAAAAHxdsyROlggAAAAIAAAABgAAAAAAAAAAAAAAgAFCAAAAw6QudHh0UEsFBgAAAAACAAIAaQAAAH4AAAAAAA==';

const game = (table: string, changes: Partial<PlayedGame> = {}): PlayedGame => ({
  table,
  game: 'niagara',
  preset: null,
  seat: 1,
  seats: ['Bo', 'Ann', 'Cy'].map((name, i) => ({
    ...{ name, account: null, bot: null, rank: i + 1, won: i === 0 },
    ...{ colour: null, portrait: null },
  })),
  outcome: 'lost',
  ending: 'finished',
  began: 0,
  ended: 90 * MINUTE,
  turns: 41,
  rated: true,
  tournament: null,
  host: false,
  private: false,
  ...changes,
});

afterEach(() => vi.unstubAllGlobals());

test('of what a browser keeps, the days played count games that were played in it to their end', () => {
  const over = { over: true, at: 31 * MINUTE };
  const line = { name: 'Try', of: 'offline/a', turn: 7, deals: [] };
  expect(endedHere([over, { ...over, over: false }, { ...over, line }, { ...over, imported: true }])).toEqual([2]);
});

test('days are counted where the reader is', () => {
  const noon = new Date(2026, 10, 28, 12).getTime() / 900_000;
  const midnight = new Date(2026, 10, 29).getTime() / 900_000;
  expect([...byDay([midnight, midnight - 1, noon])]).toEqual([
    ['2026-11-29', 1],
    ['2026-11-28', 2],
  ]);
  expect(isoDay(new Date(2026, 0, 5))).toBe('2026-01-05');
});

test.each([
  [[], 0, 0],
  [['2026-11-28'], 1, 1],
  [['2026-11-26', '2026-11-27'], 2, 2],
  [['2026-11-26'], 0, 1],
  [['2026-11-28', '2026-02-28', '2026-03-01', '2026-03-02', '2026-11-27'], 2, 3],
])('of %j, %i days in a row go on until now and %i are the most', (days, now, longest) => {
  expect(streaks(days, '2026-11-28')).toEqual({ now, longest });
});

test('a month is laid out in weeks that begin as the region has it', () => {
  expect([monthAfter('2026-11-28', 0), monthAfter('2026-12-31', 2)]).toEqual(['2026-11-01', '2027-02-01']);
  expect(dayAfter('2026-12-31')).toBe('2027-01-01');
  const weeks = weeksOf('2026-11-01', 0); // a Sunday
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeksOf('2026-11-01', 6)[0]?.[0]).toBe('2026-11-01');
  expect([monthOf('2026-11-01'), weekday(0, 'long'), weekday(6, 'short')]).toEqual(['November 2026', 'Monday', 'Sun']);
  expect([0, 6]).toContain(firstDay());
});

test('the calendar says of every day how many games there were', () => {
  const now = Math.floor(Date.now() / 900_000);
  const { body } = render(Calendar, { props: { quarters: [now, now], chosen: '', onchoose: () => undefined } });
  expect(body).toContain(': 2 games');
  expect(body).toContain(': 0 games');
  // Only a day with games leads to them.
  expect(body.match(/aria-pressed/g)).toHaveLength(1);
  expect(body).toMatch(/<dd[^>]*>1 day</);
});

test.each([
  [10, '1 min'],
  [24 * MINUTE, '24 mins'],
  [120 * MINUTE, '2 hrs'],
  [195 * MINUTE, '3 hrs 15 mins'],
  [3 * 24 * 60 * MINUTE, '3 days'],
])('a game of %i ms took %s', (milliseconds, said) => {
  expect(duration(milliseconds)).toBe(said);
});

test('a row tells how it was and leads to the replay', () => {
  const { body } = render(GameRow, { props: { played: game('abc') } });
  const text = body.replace(/<svg[\s\S]*?<\/svg>|<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  expect(body).toContain('href="/tables/abc/replay"');
  expect(text).toContain('Niagara Lost place 2 of 3');
  expect(text).toContain('with Bo and Cy');
  expect(text).toMatch(/Won by Bo rated .* 1 hr 30 mins 41 turns/);
  const off = render(GameRow, {
    props: {
      played: game('abc', {
        outcome: 'off',
        seats: [{ name: 'Ann', account: null, bot: null, rank: null, won: false, colour: null, portrait: null }],
        seat: 0,
      }),
    },
  });
  expect(off.body).toContain('Called off');
  expect(off.body).toContain('alone');
});

test('a list goes on page by page, and a new question begins a new one', async () => {
  const asked: [string, string][] = [];
  const answers: ((page: GamesPage) => void)[] = [];
  const listed = new Listed<string>((question, before) => {
    asked.push([question, before]);
    return new Promise((done, fail) =>
      answers.push((page) => (page.games.length ? done(page) : fail(new Error('no')))),
    );
  });
  const first = listed.begin('any');
  answers[0]?.({ games: [game('a')], more: '7.a' });
  await first;
  expect([listed.games.length, listed.more, listed.loading]).toEqual([1, true, false]);
  const more = listed.go();
  const other = listed.begin('won');
  answers[2]?.({ games: [game('c')], more: null });
  answers[1]?.({ games: [game('b')], more: '6.b' });
  await Promise.all([more, other]);
  expect(listed.games.map(({ table }) => table)).toEqual(['c']);
  expect(asked).toEqual([
    ['any', ''],
    ['any', '7.a'],
    ['won', ''],
  ]);
  listed.change('c', { private: true });
  expect(listed.games[0]?.private).toBe(true);
  const fails = listed.go();
  answers[3]?.({ games: [], more: null });
  await fails;
  expect([String(listed.error), listed.games.length]).toEqual(['Error: no', 1]);
});

test('the server is asked for what was chosen, by the query of an address that names nothing', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(new Response('{"games":[],"more":null}'));
  });
  await ask('GET /api/me/games', queryOf(EVERY, ''));
  await ask(
    'GET /api/me/games',
    queryOf({ game: 'canyon', result: 'won', rated: true, search: 'Béla & co', day: '' }, '5.t'),
  );
  expect(asked).toEqual([
    '/api/me/games',
    '/api/me/games?before=5.t&game=canyon&result=won&rated=true&search=B%C3%A9la+%26+co',
  ]);
  expect([narrow(EVERY), narrow({ ...EVERY, rated: true })]).toEqual([false, true]);
  const day = { ...EVERY, day: '2026-11-29' };
  expect(narrow(day)).toBe(true);
  const [from, to] = [29, 30].map((date) => new Date(2026, 10, date).getTime());
  expect(queryOf(day, '')).toEqual({ since: from, until: to });
  expect(parse('/me/games')).toEqual({ page: 'me', id: 'games' });
});

async function namesIn(archive: Blob): Promise<string[]> {
  const names = [];
  for await (const { name } of filesOf(archive)) names.push(name);
  return names;
}

test('an archive is read file by file, however it was packed; what is none is told', async () => {
  // Of Python's zipfile, written to a stream: a.jsonl deflated, ä.txt as it is.
  const bytes = Buffer.from(ARCHIVE, 'base64');
  const archive = new Blob([bytes]);
  expect([await isArchive(archive), await isArchive(new Blob(['{}']))]).toEqual([true, false]);
  const found: [string, string, number][] = [];
  for await (const file of filesOf(archive)) found.push([file.name, await file.text(), file.lastModified]);
  expect(found).toEqual([
    ['a.jsonl', '{"a":1}\n'.repeat(20), Date.UTC(2026, 10, 28)],
    ['ä.txt', 'as it is', Date.UTC(2026, 10, 28)],
  ]);
  for (const torn of [
    bytes.subarray(0, 60),
    Buffer.from('PK'),
    Buffer.concat([bytes.subarray(0, 70), bytes.subarray(71)]),
  ]) {
    await expect(namesIn(new Blob([torn]))).rejects.toBeInstanceOf(ArchiveError);
  }
});
