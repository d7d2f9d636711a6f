import './browser';

import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { mark as canyonMark } from '../src/boards/canyon/ending/marks';
import { mark as niagaraMark } from '../src/boards/niagara/ending/marks';
import { ApiError } from '../src/lib/api';
import { games } from '../src/lib/games.svelte';
import { seats } from '../src/lib/seats.svelte';
import { TableClient } from '../src/lib/table.svelte';
import { described } from '../src/offline/described';
import { again, imported } from '../src/offline/begun';
import { allWritten, eachOf } from '../src/offline/home';
import { forget, keep, type KeptEntry, keptEntries, type KeptGame, keptGames, roomFor } from '../src/offline/kept';
import { m } from '../src/offline/messages';
import { written } from '../src/offline/record';
import { OfflineTable } from '../src/offline/table.svelte';
import { explained } from '../src/offline/troubles';
import { branched, entriesUntil } from '../src/lines/line';
import type {
  Beginning,
  CanyonEvent,
  CanyonView,
  Delta,
  Event,
  GameInfo,
  NiagaraEvent,
  State,
  TableInfo,
  ToClient,
} from '../src/protocol';
import { fromHere, fromTable, type Loaded, NoReplay } from '../src/replay/load';
import { moments, type Place, rounds, type Story, storyOf } from '../src/replay/story';
import { type Look, ReplayTable } from '../src/replay/table.svelte';
import { Compiled } from '../src/rules/compiled';
import { Match } from '../src/rules/match';
import { Rules } from '../src/rules/rules';
import { redacted } from '../src/rules/setup';

const MODULE = new Uint8Array(readFileSync('../src/eddyline/games/canyon/game.wasm'));
const rules = await Rules.bare(MODULE);

/** A game of Canyon: everybody plays what is legal first, or last. */
function gameWith(options: KeptGame['options']): KeptGame {
  let word = 40n;
  const match = new Match(rules, { players: 3, options, word: 7n }, () => (word += 1n));
  const room = rules.position();
  while (!match.over) {
    const [seat = 0] = match.waiting;
    rules.put(room, match.redacted(seat));
    const turn: number[] = [];
    while (rules.toAct(room) & (1 << seat)) {
      turn.push(rules.legal(room, seat).at(match.log.length % 2 ? 0 : -1) ?? -1);
      rules.decide(room, seat, turn.at(-1) ?? -1);
    }
    match.commit(seat, turn);
  }
  const entries = keptEntries(match.log);
  const seats = ['Ann', 'Bo', 'Cy'].map((name) => ({ name, bot: null }));
  const kept = { id: 'played', game: 'canyon', rulesVersion: 1, preset: null, options, seats, word: '0x7' };
  return { ...kept, entries, over: true, at: 1 };
}
const played = gameWith({ max_rounds: 2 });
const story = storyOf(rules, played);
const last = story.places.length - 1;

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(MODULE)));
});
let clients: TableClient[] = [];
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
  // Other tests share these.
  games.all = [];
  for (const { id } of keptGames()) forget(id);
});

async function watched(of: Story = story) {
  const table = new ReplayTable(of, (at) => described(played, of.places[at] as Story['places'][number], at + 1));
  const told: ToClient[] = [];
  const client = new TableClient('replay', null, 0, (listener) =>
    table.open({
      ...listener,
      heard: (message) => {
        told.push(message as ToClient);
        listener.heard(message);
      },
    }),
  );
  clients.push(client);
  await vi.waitFor(() => expect(client.view).not.toBeNull());
  const go = async (at: number, look: Look = table.look): Promise<CanyonView> => {
    table.look = look;
    client.leap(at + 1);
    table.go(at);
    await vi.waitFor(() => expect(client.table?.version).toBe(table.at + 1));
    return client.view as CanyonView;
  };
  return { table, client, told, go };
}

const kinds = (events: readonly Event[]): string[] => events.map(({ kind }) => kind);

describe('a game that is over', () => {
  test('has a place for its beginning and for each turn', () => {
    expect(last).toBe(played.entries.filter((entry) => 'seat' in entry).length);
    expect(story.stopped).toBeNull();
    expect(story.places.map(({ over }) => over)).toEqual([...Array<boolean>(last).fill(false), true]);
    expect(kinds(story.places.at(-1)?.events ?? [])).toContain('over');
  });

  test('is told up to where one looks, and no further', async () => {
    const { client, go } = await watched();
    expect(client.table?.status).toBe('running');
    for (const at of [30, 5, last, 0, 12]) {
      const view = await go(at);
      expect(client.log.map(({ event }) => event)).toEqual(
        story.places.slice(0, at + 1).flatMap(({ events }) => events),
      );
      expect([view.ranking !== null, client.table?.status]).toEqual(at === last ? [true, 'over'] : [false, 'running']);
    }
  });

  test('goes on by a turn, which is shown', async () => {
    const { client, table, told } = await watched();
    const shown = vi.fn(() => Promise.resolve());
    client.show.stage = { animate: shown, skip: vi.fn(), leave: vi.fn(), part: () => null };
    table.step();
    await vi.waitFor(() =>
      expect(client.log).toHaveLength(story.places.slice(0, 2).flatMap(({ events }) => events).length),
    );
    expect(shown).toHaveBeenCalledWith(story.places[1]?.events, expect.anything());
    expect(told.at(-1)).toMatchObject({ version: 2, updates: [{ version: 2, seat: story.places[1]?.seat }] });
  });

  test('leaves what is being shown for another place', async () => {
    const { client, table, go } = await watched();
    let end = (): void => undefined;
    const animate = (): Promise<void> => new Promise((done) => (end = done));
    client.show.stage = { animate, skip: vi.fn(), leave: () => end(), part: () => null };
    table.step();
    await vi.waitFor(() => expect(client.show.playing).toBe(true));
    await go(20);
    await vi.waitFor(() => expect(client.show.playing).toBe(false));
    const before = client.log.length;
    await new Promise((done) => setTimeout(done, 5));
    expect([client.log.length, client.table?.version]).toEqual([before, 21]);
    expect(before).toBe(story.places.slice(0, 21).flatMap(({ events }) => events).length);
  });

  test('shows a seat what it could know then, and with open cards the hand of who plays next', async () => {
    const { table, told, go } = await watched();
    const match = new Match(rules, { players: 3, options: played.options, word: 7n }, chance());
    let at = 0;
    for (const entry of played.entries) {
      if (!('turn' in entry)) continue;
      match.commit(entry.seat, entry.turn);
      at += 1;
      if (at % 7) continue;
      for (const seat of [0, 1, 2]) {
        const view = await go(at, seat);
        const [state] = (told.at(-1) as { patch: [State] }).patch;
        expect(state.position?.record).toEqual([btoa(String.fromCharCode(...match.redacted(seat)))]);
        expect(table.hand).toMatchObject({ seat, view: { hand: view.hand } });
      }
      const next = story.places[at + 1]?.seat ?? null;
      await go(at, 'open');
      expect(table.hand?.seat ?? null).toBe(next);
    }
  });

  test('shows with open cards one’s own hand as long as one chooses with others', () => {
    const story = storyOf(rules, gameWith({ max_rounds: 1, secret_bids: true }));
    const table = new ReplayTable(story, () => ({}) as TableInfo, 2);
    const choices = story.places.flatMap(({ waiting }, at) => (waiting.length > 1 ? [at] : []));
    expect(choices).not.toEqual([]);
    for (const at of choices) {
      table.go(at);
      const { waiting } = story.places[at] as Story['places'][number];
      expect(table.hand?.seat).toBe(waiting.includes(2) ? 2 : story.places[at + 1]?.seat);
    }
  });

  test('shows with open cards what everybody has chosen in secret, and nobody else’s to a seat', async () => {
    const story = storyOf(rules, gameWith({ max_rounds: 1, secret_bids: true }));
    const { go } = await watched(story);
    const secret = story.places.flatMap(({ pending }, at) => (pending.some(Boolean) ? [at] : []));
    expect(secret).not.toEqual([]);
    for (const at of secret) {
      const { pending } = story.places[at] as Story['places'][number];
      const bids = async (look: Look): Promise<unknown[]> => (await go(at, look)).players.map(({ bid }) => bid);
      const chosen = pending.map((turn) => turn && rules.compiled.actions[turn[0] ?? -1]?.text);
      const open = await bids('open');
      expect(open.map((bid) => (bid === null ? null : `bid ${bid}`))).toEqual(chosen);
      expect(await bids(0)).toEqual(open.map((bid, seat) => (seat > 0 ? null : bid)));
    }
  });

  test('stops where the rules do not allow a turn, with what stands before', () => {
    const entries = played.entries.map((entry, i) => ('seat' in entry && i === 8 ? { ...entry, turn: [58] } : entry));
    const damaged = storyOf(rules, { ...played, entries });
    const turn = entries.slice(0, 9).filter((entry) => 'seat' in entry).length;
    expect([damaged.stopped, damaged.places.length]).toEqual([turn, turn]);
    expect(() => storyOf(rules, { ...played, options: { board: 'moon' } })).toThrow(RangeError);
  });

  test.each<[string, (entries: KeptEntry[], deal: number) => KeptEntry[], number]>([
    ['is missing', (entries, deal) => entries.toSpliced(deal, 1), 0],
    [
      'is a turn too early',
      (entries, deal) => entries.toSpliced(deal - 1, 2, ...entries.slice(deal - 1, deal + 1).reverse()),
      -1,
    ],
    ['is there twice', (entries, deal) => entries.toSpliced(deal, 0, ...entries.slice(deal, deal + 1)), 1],
  ])('stops where a deal %s, as everywhere else', (_, damage, wrong) => {
    const deal = played.entries.findLastIndex((entry) => 'deal' in entry);
    const game = { ...played, entries: damage([...played.entries], deal) };
    const turns = game.entries.slice(0, deal + wrong).filter((entry) => 'seat' in entry).length;
    const damaged = storyOf(rules, game);
    expect([damaged.stopped, damaged.places.length]).toEqual([turns + 1, turns + 1]);
    const begin = (): unknown => new OfflineTable({ game, rules, players: null });
    expect(begin).toThrow(expect.objectContaining({ entry: deal + wrong }) as Error);
  });

  test('has marks where rounds begin, and where something stands out', () => {
    const heading = ({ kind }: Event): string | null => (kind === 'dealt' ? 'Round' : null);
    expect(rounds(story, heading)).toHaveLength(2);
    const marks = moments(story, canyonMark as (event: Event) => { seat: number | null } | null);
    expect(marks.every(({ event }) => ['settled', 'drifted', 'arrived'].includes(event.kind))).toBe(true);
    expect(marks.every(({ at, event }) => story.places[at]?.events.includes(event))).toBe(true);
  });
});

test.each<[NiagaraEvent, { seat: number | null } | null]>([
  [{ kind: 'push', canoes: [] } as unknown as NiagaraEvent, null],
  [{ kind: 'push', canoes: [{ seat: 2, place: 'lost' }] } as unknown as NiagaraEvent, { seat: 2 }],
  [
    { kind: 'push', canoes: [0, 1].map((seat) => ({ seat, place: 'lost' })) } as unknown as NiagaraEvent,
    { seat: null },
  ],
  [{ kind: 'swept', seat: 1, end: '7L' } as unknown as NiagaraEvent, null],
  [{ kind: 'swept', seat: 1, end: 'lost' } as unknown as NiagaraEvent, { seat: 1 }],
  [{ kind: 'stolen', seat: 3 } as unknown as NiagaraEvent, { seat: 3 }],
  [{ kind: 'goal', seat: 0 } as unknown as NiagaraEvent, { seat: 0 }],
  [{ kind: 'river' } as unknown as NiagaraEvent, null],
])('of Niagara, %o stands out as %o', (event, seen) => expect(niagaraMark(event)).toEqual(seen));

test.each<[CanyonEvent, { seat: number | null } | null]>([
  [settled(1, 2), null],
  [settled(2, 2), { seat: 0 }],
  [{ kind: 'arrived', seat: 1, left: 0 }, { seat: 1 }],
  [{ kind: 'drifted', seat: 2, chain: [] }, { seat: 2 }],
  [{ kind: 'lost_turn', seat: 2 }, null],
])('of Canyon, %o stands out as %o', (event, seen) => expect(canyonMark(event)).toEqual(seen));

function settled(bid: number, tricks: number): CanyonEvent {
  return { kind: 'settled', players: [{ seat: 0, bid, tricks, bonus: 0, points: tricks }] };
}

const NOW = 1_764_000_000_000;

test('a record that is imported is kept once, and leaves room for others', async () => {
  const ranking = story.places.at(-1)?.given['ranking'] as readonly number[];
  const text = written(played, rules.compiled.actions, ranking);
  const infos = [{ id: 'canyon', rules_version: 1 } as GameInfo];
  const room = roomFor();
  expect([await imported(text, infos), await imported(text, infos)]).toEqual([true, false]);
  expect(roomFor()).toBe(room - 1);
  const kept = keptGames()[0];
  expect([kept?.over, kept?.seats.map(({ name }) => name)]).toEqual([true, ['Ann', 'Bo', 'Cy']]);
  expect((await fromHere(kept?.id ?? '')).story.places).toHaveLength(last + 1);
  // It says when it was played; where a file does not, its archive may.
  expect([kept?.at, kept?.imported]).toEqual([played.at, 'dated']);
  const undated = text.replace(/,"ended":\d+/, '');
  for (const [known, at, marked] of [
    [77, 77, 'dated'],
    [undefined, NOW, true],
  ] as const) {
    forget(keptGames()[0]?.id ?? '');
    vi.spyOn(Date, 'now').mockReturnValueOnce(NOW);
    await imported(undated, infos, known);
    expect([keptGames()[0]?.at, keptGames()[0]?.imported]).toEqual([at, marked]);
  }
  forget(keptGames()[0]?.id ?? '');
  await expect(imported('nonsense', infos)).rejects.toMatchObject({ kind: 'unreadable', line: 1 });
});

test('all games that are over in a browser are in one file, which can be imported', async () => {
  const infos = [{ id: 'canyon', rules_version: 1 } as GameInfo];
  const before = keptGames().map(({ id }) => id);
  const ranking = story.places.at(-1)?.given['ranking'] as readonly number[];
  const other = { ...played, id: 'other', entries: played.entries.slice(0, 5), over: false };
  const older = { ...played, id: 'older', rulesVersion: 0 };
  const unnoted = { ...played, id: 'unnoted', at: 7, notes: [{ after: 2, note: { comment: '{"eddyline":1}' } }] };
  const noted = { ...played, id: 'noted', options: { ...played.options }, result: { ranking, winners: [0] } };
  [other, older, unnoted, noted].forEach(keep);
  const all = await allWritten(infos);
  [other, older, unnoted, noted].forEach(({ id }) => forget(id));
  expect([all.count, all.left]).toEqual([2, 1]);
  const texts = eachOf(all.text);
  expect(texts).toEqual([noted, unnoted].map((each) => written(each, rules.compiled.actions, ranking)));
  for (const text of texts) await imported(text, infos);
  const came = keptGames().filter(({ id }) => !before.includes(id));
  // Both are the same game, which is kept once.
  expect(came.map(({ over, at, result }) => [over, at, result?.ranking])).toEqual([[true, played.at, ranking]]);
  came.forEach(({ id }) => forget(id));
  expect(eachOf('nonsense\n{"eddyline"')).toEqual(['nonsense\n{"eddyline"']);
});

/** The game from its fifth turn on, as one that began with a position, and what a server tells of that. */
const positioned = ((): { game: KeptGame; beginning: Beginning } => {
  const { record, given } = story.places[5] as Place;
  const entries = played.entries.slice(entriesUntil(played.entries, 5).length);
  const game = { ...played, id: 'positioned', word: null, position: { phase: 'bids', round: 1 }, entries };
  const letters = Array.from(record, (byte) => String.fromCharCode(byte));
  return {
    game,
    beginning: { rules: rules.compiled.about.sources, record: btoa(letters.join('')), board: null, given },
  };
})();

/** A board without water, as the rules have one, and as a server sends it. */
const NOWHERE = new Uint8Array(rules.compiled.about.placed['boards'] ?? 0);
const board = await (async (): Promise<string> => {
  const deflated = new Blob([NOWHERE]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
})();

describe('a game that began with a position', () => {
  const { game, beginning } = positioned;
  const text = written(game, rules.compiled.actions, null);
  const infos = [{ id: 'canyon', rules_version: 1 } as GameInfo];
  const told = (answer: Response | null): ReturnType<typeof vi.fn> => {
    const asked = vi.fn((url: string, _?: RequestInit) => {
      if (!url.endsWith('/begin')) return Promise.resolve(new Response(MODULE));
      return answer ? Promise.resolve(answer.clone()) : Promise.reject(new TypeError('no network'));
    });
    vi.stubGlobal('fetch', asked);
    return asked;
  };

  test('is read by a server once, and then kept with what it begins with', async () => {
    const asked = told(Response.json(beginning));
    await imported(text, infos);
    await imported(text, infos);
    const [body] = asked.mock.calls.flatMap(([url, sent]) => (url.endsWith('/begin') ? [sent?.body] : []));
    expect(JSON.parse(String(body))).toEqual({ players: 3, position: game.position });
    expect(keptGames()).toHaveLength(1);
    told(null);
    const id = keptGames()[0]?.id ?? '';
    const { game: kept, story: replayed } = await fromHere(id);
    expect(replayed.places.map(({ record }) => record)).toEqual(story.places.slice(5).map(({ record }) => record));
    expect(written(kept, rules.compiled.actions, null)).toBe(text);
    const line = branched(rules, kept, { of: `offline/${id}`, turn: 3, look: 'open', name: 'Try', seats: game.seats });
    keep(line);
    expect((await fromHere(line.id)).story.places.at(-1)?.record).toEqual(story.places[8]?.record);
    // Another of the same people begins there, too.
    const other = again(kept);
    expect((await fromHere(other)).story.places[0]?.record).toEqual(story.places[5]?.record);
    for (const each of [id, line.id, other]) forget(each);
  });

  test('is not opened without a server, nor one that the server does not understand, nor by other rules', async () => {
    const why = 'No game can begin like this: position refused.';
    const refusal = { code: 'bad_message', message: why };
    keep(game);
    for (const [answer, kind, said] of [
      [null, 'position', m.offline_position()],
      [Response.json(refusal, { status: 400 }), 'refused', m.offline_refused({ why })],
      [Response.json({ ...beginning, rules: 'others' }), 'other_rules', m.offline_other_rules()],
    ] as const) {
      told(answer);
      const error: unknown = await imported(text, infos).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ kind, line: 1 });
      expect(explained(error)).toBe(said);
      await expect(fromHere('positioned')).rejects.toMatchObject({ kind: 'unfit', cause: { kind } });
    }
    forget('positioned');
    expect(keptGames()).toEqual([]);
  });

  test('has its board in rules of its own', async () => {
    const placed = vi.spyOn(Compiled.prototype, 'place');
    told(Response.json({ ...beginning, board }));
    const onMap = { ...played, id: 'map', options: { ...played.options, board: 'a\nb' }, entries: [] };
    keep(onMap);
    const { story: replayed } = await fromHere('map');
    expect(placed.mock.calls).toEqual([['boards', NOWHERE]]);
    expect(replayed.rules).not.toBe(rules);
    const [state] = ((await watched(replayed)).told[0] as Delta).patch as [State];
    expect(state.position?.board).toBe(board);
    forget('map');
    placed.mockRestore();
  });
});

test('a game that is kept here is loaded, and one that is not here is refused', async () => {
  keep(played);
  const { story: told, table } = await fromHere('played');
  expect([told.places.length, table(0).status, table(last).status]).toEqual([last + 1, 'running', 'over']);
  keep({ ...played, id: 'running', over: false });
  keep({ ...played, id: 'older', options: { board: 'moon' } });
  // Those who still play it see of it what they all could see; one who plays alone, what they saw.
  expect((await fromHere('running')).only).toBeNull();
  const alone = played.seats.map((seat, i) => ({ ...seat, bot: i === 1 ? null : 'random' }));
  keep({ ...played, id: 'alone', over: false, seats: alone });
  expect((await fromHere('alone')).only).toBe(1);
  expect('only' in (await fromHere('played'))).toBe(false);
  for (const [id, kind] of [
    ['gone', 'gone'],
    ['older', 'unfit'],
  ] as const) {
    const refusal: unknown = await fromHere(id).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(NoReplay);
    expect((refusal as NoReplay).kind).toBe(kind);
  }
});

describe('the game of a table', () => {
  const record = written(played, rules.compiled.actions, story.places.at(-1)?.given['ranking'] as number[]);
  const place = { over: true, waiting: [] };
  const info: TableInfo = { ...described(played, place, last + 1), ended: 'finished', notice: 'Well played' };
  const listed = [{ id: 'canyon', rules_version: 1 }];
  const served = (answers: Record<string, unknown>): void => {
    games.all = [];
    vi.stubGlobal('fetch', (url: string) => {
      const name = Object.keys(answers).find((path) => url.endsWith(path));
      if (name === undefined) return Promise.resolve(new Response(MODULE));
      const answer = answers[name];
      if (typeof answer === 'number')
        return Promise.resolve(new Response('{"code":"no","message":"No."}', { status: answer }));
      return Promise.resolve(new Response(typeof answer === 'string' ? answer : JSON.stringify(answer)));
    });
  };

  test('is fetched with its record, and tells how it ended at its end only', async () => {
    served({ '/api/tables/played': info, '/api/games': listed, '/record': record });
    const { story: told, table } = await fromTable('played');
    expect(told.places.map(({ events }) => events)).toEqual(story.places.map(({ events }) => events));
    const [first, end] = [table(0), table(last)];
    expect([first.status, first.ended, first.notice, first.seats.map(({ thinking }) => thinking)]).toEqual([
      'running',
      null,
      null,
      [0, 1, 2].map((seat) => story.places[0]?.waiting.includes(seat)),
    ]);
    expect([end.status, end.ended]).toEqual(['over', 'finished']);
  });

  test.each<[string, Record<string, unknown>, NoReplay['kind'], number]>([
    ['is not there', { '/api/tables/played': 404 }, 'gone', 0],
    ['is not for this person', { '/api/tables/played': 403 }, 'refused', 0],
    ['has not begun', { '/api/tables/played': { ...info, status: 'open' } }, 'waiting', 0],
    [
      'has a past that is not shown',
      { '/api/tables/played': { ...info, status: 'running' }, '/past': 409 },
      'refused',
      0,
    ],
    [
      'was played by other rules',
      { '/record': record.replace('"rules_version":1', '"rules_version":0') },
      'unknown',
      0,
    ],
    [
      'has options that are not here',
      { '/record': record.replace('"options":{', '"options":{"moon":1,'), '/begin': 400 },
      'unfit',
      0,
    ],
    ['has a record that cannot be read', { '/record': record.replace('{"seat"', 'seat') }, 'broken', 2],
    ['has an action that there is not', { '/record': record.replace('"turn":["', '"turn":["fly","') }, 'broken', 2],
  ])('that %s is refused', async (_, answers, kind, line) => {
    served({ '/api/tables/played': info, '/api/games': listed, '/record': record, ...answers });
    const refusal: unknown = await fromTable('played').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(NoReplay);
    expect([(refusal as NoReplay).kind, (refusal as NoReplay).line]).toEqual([kind, line]);
  });

  test('that is still played is shown up to now, as the server shows it to one seat', async () => {
    const seen = story.places.slice(0, 9).map(({ seat, events, record: all, waiting, over, given, pending }) => {
      const letters = Array.from(redacted(rules, rules.position(all), 1), (byte) => String.fromCharCode(byte));
      const position = { rules: rules.compiled.about.sources, record: [btoa(letters.join(''))], board: null, given };
      return { seat, events, waiting, over, position: { ...position, turn: pending[1] ?? null, asked: false } };
    });
    const past = { you: 1, places: seen };
    served({ '/api/tables/played': { ...info, status: 'running' }, '/api/games': listed, '/past': past });
    const { story: told, only, table } = await fromTable('played');
    expect([told.places.length, only, table(8).status]).toEqual([9, 1, 'running']);
    const { go } = await watched(told);
    const view = await go(8, 1);
    expect(view.hand).not.toBeNull();
    const other = (changes: object): Promise<Loaded> => {
      const places = seen.map((then) => ({ ...then, position: { ...then.position, ...changes } }));
      served({
        '/api/tables/played': { ...info, status: 'running' },
        '/api/games': listed,
        '/past': { you: 1, places },
      });
      return fromTable('played');
    };
    await expect(other({ rules: 'others' })).rejects.toMatchObject({ kind: 'unknown' });
    const placed = vi.spyOn(Compiled.prototype, 'place');
    expect((await other({ board })).story.board).toBe(board);
    expect(placed.mock.calls).toEqual([['boards', NOWHERE]]);
    placed.mockRestore();
  });

  test('is shown to a guest who had a seat, though it is private', async () => {
    served({ '/api/tables/played': info, '/api/games': listed });
    const others = fetch;
    vi.stubGlobal('fetch', (url: string, { headers }: RequestInit = {}) => {
      if (!url.endsWith('/record')) return others(url);
      const shown = new Headers(headers).get('Eddyline-Seat') === 'secret';
      const refusal = new Response('{"code":"private_replay","message":"No."}', { status: 403 });
      return Promise.resolve(shown ? new Response(record) : refusal);
    });
    await expect(fromTable('played')).rejects.toMatchObject({ kind: 'refused' });
    seats.keep({ table: 'played', token: 'secret', seat: 0, game: 'canyon', name: 'Ann', at: 1 });
    expect((await fromTable('played')).story.places).toHaveLength(last + 1);
    seats.forget('played');
  });

  test('that could not be asked for is no refusal', async () => {
    served({ '/api/tables/played': 500, '/api/games': listed });
    await expect(fromTable('played')).rejects.toBeInstanceOf(ApiError);
  });
});

/** Give the words of chance of the game. */
function chance(): () => bigint {
  const words = played.entries.flatMap((entry) => ('deal' in entry ? BigInt(entry.deal) : []));
  return () => words.shift() ?? 0n;
}
