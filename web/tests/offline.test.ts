import './browser';

import { readFileSync } from 'node:fs';

import { render } from 'svelte/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { standingOf, tries } from '../src/daily/tries';
import { TableClient } from '../src/lib/table.svelte';
import { forget, keep, type KeptGame, keptGame, keptGames, newId } from '../src/offline/kept';
import type { Asked } from '../src/offline/asked';
import KeptGames from '../src/offline/KeptGames.svelte';
import { entriesOf, read, RecordError, written } from '../src/offline/record';
import { OfflineTable, Unplayable } from '../src/offline/table.svelte';
import type { GameInfo, NiagaraView } from '../src/protocol';
import { Rules } from '../src/rules/rules';

const MODULE = new Uint8Array(readFileSync('../src/eddyline/games/niagara/game.wasm'));
const rules = await Rules.bare(MODULE);
const { actions } = rules.compiled;
const INFOS = [{ id: 'niagara', rules_version: 4 }] as GameInfo[];

beforeEach(() => {
  localStorage.clear();
  // The page fetches the rules by which it shows positions.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(MODULE)));
});

/** A game of people, and bots where a name is one. */
const game = (bots: readonly (string | null)[], changes: Partial<KeptGame> = {}): KeptGame => ({
  id: newId(),
  game: 'niagara',
  rulesVersion: 4,
  preset: 'rulebook',
  options: { max_rounds: 2 },
  seats: bots.map((bot, seat) => ({ name: `P${seat}`, bot })),
  word: '0x7',
  entries: [],
  over: false,
  at: 1,
  ...changes,
});

/** Decides the first thing that is legal, and the next. */
const first = {
  turn: ({ record, seat }: Omit<Asked, 'number'>): Promise<readonly number[]> => {
    const position = rules.position(record);
    const turn: number[] = [];
    while (rules.toAct(position) & (1 << seat)) {
      turn.push(rules.legal(position, seat)[0] ?? -1);
      rules.decide(position, seat, turn.at(-1) ?? -1);
    }
    return Promise.resolve(turn);
  },
};

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

let clients: TableClient[] = [];
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

/** Sit down at a table as its page does. */
async function sit(kept: KeptGame, players: Pick<typeof first, 'turn'> = first) {
  const table = new OfflineTable({ game: kept, rules, players });
  const client = new TableClient(kept.id, null, 0, table.open);
  clients.push(client);
  await vi.waitFor(() => expect(client.view).not.toBeNull());
  return { table, client };
}

/** Confirm a turn of what is legal first, until the game is over. */
async function playOn({ table, client }: Awaited<ReturnType<typeof sit>>): Promise<void> {
  for (let i = 0; i < 500 && client.table?.status !== 'over'; i++) {
    table.take();
    await settled();
    for (let step = 0; client.draft && !client.draft.complete && step < 20; step++) {
      const [action] = client.draft.legal;
      if (action) client.decide(action);
      await settled();
    }
    if (client.draft?.complete && !client.draft.confirmed) client.confirm();
    await settled();
  }
}

describe('games that are kept', () => {
  test('are listed, the one played last first, until they are deleted', () => {
    const [one, two] = [game([null, 'random']), game([null, null])];
    keep(one);
    keep(two);
    keep({ ...one, over: true });
    expect(keptGames().map(({ id, over }) => [id, over])).toEqual([
      [one.id, true],
      [two.id, false],
    ]);
    forget(one.id);
    expect(keptGames().map(({ id }) => id)).toEqual([two.id]);
    expect([keptGame(one.id), keptGame(two.id)]).toEqual([null, two]);
  });

  test('say who has won, when, and how it went for whoever played alone', () => {
    for (const { id } of keptGames()) forget(id);
    const played = { ...game([null, 'random', 'random']), over: true, at: Date.UTC(2026, 10, 28, 12) };
    const [won, lost] = [[0], [2]].map((winners) => ({
      ...played,
      id: newId(),
      result: { winners, ranking: [2, 3, 1] },
    }));
    [played, won, lost].forEach((each) => each && keep(each));
    keep({ ...game([null]), at: played.at + 1, line: { name: 'Try', of: 'offline/x', turn: 3, deals: [] } });
    const { body } = render(KeptGames, { props: {} });
    const rows = [...body.matchAll(/<a [\s\S]*?<\/a>/g)].map(([row]) =>
      row
        .replace(/<svg[\s\S]*?<\/svg>|<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .replace(/ with .*| 28 Nov.*$/, ''),
    );
    expect(rows).toEqual([
      ' What if: Try In play Niagara alone',
      ' Niagara Lost place 2 of 3',
      ' Niagara Won',
      ' Niagara Finished',
    ]);
    expect(body).toContain('Won by P2');
    for (const { id } of keptGames()) forget(id);
  });

  test('are at most thirty: the oldest goes', () => {
    const all = Array.from({ length: 31 }, () => game([null, null]));
    all.forEach(keep);
    expect(keptGames()).toHaveLength(30);
    expect([keptGame(all[0]?.id ?? ''), keptGame(all[30]?.id ?? '')]).toEqual([null, all[30]]);
  });
});

describe('a saved game', () => {
  const kept = game([null, 'random'], {
    entries: [{ seat: 0, turn: [2] }, { deal: '0xf' }, { seat: 1, turn: [0, 7] }],
  });
  const saved = written(kept, actions, [2, 1]);

  test('is read as it was written', () => {
    const { players, lines, notes, ...rest } = read(saved, INFOS);
    expect(notes).toEqual([]);
    const { game: id, rulesVersion, preset, options, word } = kept;
    expect(rest).toEqual({ ended: kept.at, game: id, rulesVersion, preset, options, word });
    expect(players).toEqual(['P0', 'P1']);
    expect(entriesOf(lines, actions)).toEqual(kept.entries);
    expect(saved.split('\n').at(-2)).toBe('{"ranking":[2,1]}');
  });

  test('keeps its comments and variations where they stood', () => {
    const notes = [
      [0, '{"comment":"To begin with: \\"{\\"seat\\":9}\\" \u2028"}'],
      [1, '{"variation":[{"seat":0,"turn":["card 4"]},{"comment":"Safe."},{"variation":[{"deal":"0x1"}]}]}'],
      [1, '{"comment":"One\\ntwo"}'],
      [3, '{"comment":"The end."}'],
    ] as const;
    const lines = saved.split('\n');
    const noted = lines.flatMap((line, i) => [line, ...notes.flatMap(([after, note]) => (after === i ? [note] : []))]);
    const { players: _, lines: entries, ...rest } = read(noted.join('\n'), INFOS);
    expect(rest.notes?.map(({ after }) => after)).toEqual([0, 1, 1, 3]);
    expect(entries.map(([line]) => line)).toEqual([3, 6, 7]);
    expect(written({ ...kept, ...rest }, actions, [2, 1])).toBe(noted.join('\n'));
  });

  const changed = (change: object): string =>
    [
      JSON.stringify({ ...(JSON.parse(saved.split('\n')[0] ?? '') as object), ...change }),
      ...saved.split('\n').slice(1),
    ].join('\n');

  test.each<[string, string, RecordError['kind'], number]>([
    ['no JSON', 'hello', 'unreadable', 1],
    ['nothing', '', 'unreadable', 1],
    ['another format', changed({ eddyline: 2 }), 'unreadable', 1],
    ['no players', changed({ players: [] }), 'unreadable', 1],
    ['a name without end', changed({ players: ['P0', 'x'.repeat(1e6)] }), 'unreadable', 1],
    ['names that are numbers', changed({ players: [1, 2] }), 'unreadable', 1],
    ['a word of chance too long', changed({ entropy: `0x${'f'.repeat(17)}` }), 'unreadable', 1],
    ['options in a list', changed({ options: [[1]] }), 'unreadable', 1],
    ['a game that is not known', changed({ game: 'go' }), 'other_game', 1],
    ['another edition of the rules', changed({ rules_version: 3 }), 'other_rules', 1],
    ['two beginnings', changed({ position: {} }), 'unreadable', 1],
    ['no beginning', changed({ entropy: undefined }), 'unreadable', 1],
    ['a position that is a list', changed({ entropy: undefined, position: [] }), 'unreadable', 1],
    ['a seat that nobody has', `${saved}{"seat":2,"turn":["card 1"]}`, 'unreadable', 6],
    ['a turn of nothing', `${saved}{"seat":0,"turn":[]}`, 'unreadable', 6],
    ['a comment that says nothing', `${saved}{"comment":""}`, 'unreadable', 6],
    ['a variation of nothing', `${saved}{"variation":[]}`, 'unreadable', 6],
    ['a variation of what was not played', saved.replace('\n', '\n{"variation":[{"deal":"0x1"}]}\n'), 'unreadable', 2],
    ['a line that is a list', `${saved}[]`, 'unreadable', 6],
  ])('with %s is refused, with the line', (_, text, kind, line) => {
    expect(() => read(text, INFOS)).toThrow(expect.objectContaining({ kind, line }) as Error);
  });

  test('with an action that the game does not have is refused, with the line', () => {
    const { lines } = read(`${saved}{"seat":0,"turn":["fly"]}`, INFOS);
    expect(() => entriesOf(lines, actions)).toThrow(expect.objectContaining({ kind: 'illegal', line: 6 }) as Error);
  });
});

describe('a table without a server', () => {
  test('is played to its end, and kept turn by turn', async () => {
    const kept = game([null, 'random', 'random']);
    const seated = await sit(kept);
    const { client, table } = seated;
    expect([client.you, client.draft?.legal.length]).toEqual([0, 7]);
    await playOn(seated);
    expect(client.table?.status).toBe('over');
    expect(client.view?.ranking).toEqual(table.result?.ranking);
    expect(client.log.some(({ event }) => event?.kind === 'over' && event.ranking.length === 3)).toBe(true);
    const stored = keptGame(kept.id);
    expect(stored).toMatchObject({ over: true, entries: table.game.entries });

    // The same game, as another visit finds it.
    const again = await sit(stored ?? kept);
    expect(again.client.view).toEqual(client.view);
    expect(again.client.log.map(({ event }) => event)).toEqual(client.log.map(({ event }) => event));
  });

  test('notes how the river of a day ended, and asks bots alike whoever takes it up', async () => {
    const daily = { day: '2026-11-28', counts: true };
    const drawn = { seed: '0x1234567890', rollouts: 12 };
    const kept = game([null, 'paddler', 'paddler'], { daily, drawn });
    const asked: Omit<Asked, 'number'>[] = [];
    const players = { turn: (each: Omit<Asked, 'number'>) => (asked.push(each), first.turn(each)) };
    await playOn(await sit(kept, players));
    const standing = standingOf(tries(), daily.day);
    expect(standing).toMatchObject({ kind: 'over', game: kept.id, ended: { won: false, players: 3, rounds: 2 } });
    const begun = asked.length;
    await playOn(await sit(kept, players));
    expect(asked.slice(begun)).toEqual(asked.slice(0, begun));
    expect(asked[0]).toMatchObject({ seed: 0x34567890, rollouts: 12 });
  });

  test('says so where the browser has no room to keep it', async () => {
    const seated = await sit(game([null, 'paddler', 'paddler']));
    await playOn(seated);
    expect(seated.table.unkept).toBe(false);
    const other = await sit(game([null, 'paddler', 'paddler']));
    const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await playOn(other);
    full.mockRestore();
    expect(other.table.unkept).toBe(true);
    expect(keptGame(other.table.game.id)?.over).toBe(true);
  });

  test('is taken up in the middle of a round, with the cards that wait', async () => {
    const kept = game([null, null, 'random']);
    const { table, client } = await sit(kept);
    table.take();
    await settled();
    client.decide(client.draft?.legal[3] ?? ({ kind: 'none', id: -1, text: '' } as never));
    await settled();
    client.confirm();
    await settled();
    expect(keptGame(kept.id)?.entries.filter((entry) => 'seat' in entry && entry.seat === 0)).toEqual([
      { seat: 0, turn: [3] },
    ]);
    const again = await sit(keptGame(kept.id) ?? kept);
    expect(again.table.next).toBe(1);
  });

  test('asks that the device be handed on, and shows nobody’s cards meanwhile', async () => {
    const seated = await sit(game([null, null, null, null]));
    const { table, client } = seated;
    const hand = (): unknown => (client.view as NiagaraView).hand;
    for (const seat of [0, 1, 2, 3]) {
      expect([table.next, client.you, hand(), client.draft]).toEqual([seat, null, [], null]);
      table.take();
      await settled();
      expect([table.next, client.you, (hand() as unknown[]).length]).toEqual([null, seat, 7]);
      client.decide(client.draft?.legal[seat] as never);
      await settled();
      client.confirm();
      await settled();
    }
    await playOn(seated);
    expect(client.table?.status).toBe('over');
  });

  test('says whose turn it is to whoever asks why something is not possible', async () => {
    const { client } = await sit(game([null, 'random', 'random']), { turn: () => new Promise(() => undefined) });
    client.decide(client.draft?.legal[2] as never);
    await settled();
    client.confirm();
    await settled();
    client.ask('stay');
    expect(client.because).toMatchObject({ reason: 'cards_first', rule: 'N-ROUND-1' });
    const over = await sit(game([null, 'random']));
    await playOn(over);
    over.client.ask('stay');
    await settled();
    expect(over.client.because).toMatchObject({ reason: 'game_over' });
  });

  test('refuses a turn that the rules do not allow, and goes on', async () => {
    const kept = game([null, 'random']);
    const { table, client } = await sit(kept, { turn: () => new Promise(() => undefined) });
    const heard = vi.fn();
    const wire = table.open({ hello: () => ({ type: 'hello', since: 0, deltas: true }), heard, link: vi.fn() });
    wire.send({ type: 'confirm', version: 1, turn: 'x', decisions: [60] });
    await settled();
    expect(heard).toHaveBeenCalledWith(expect.objectContaining({ type: 'refused', code: 'illegal' }));
    expect(keptGame(kept.id)).toBeNull();
    expect(client.draft?.legal).toHaveLength(7);
  });

  test('says that a bot failed, and lets it try again', async () => {
    let failing = true;
    const turn: typeof first.turn = (asked) => (failing ? Promise.reject(new Error('no module')) : first.turn(asked));
    const { table } = await sit(game([null, 'random']), { turn });
    expect(table.failed).toBeInstanceOf(Error);
    failing = false;
    table.retry();
    await settled();
    expect([table.failed, table.game.entries.length]).toEqual([null, 1]);
  });

  test.each([
    ['options', { options: { max_rounds: 2, board: 'moon' } }, null],
    [
      'a turn',
      {
        entries: [
          { seat: 0, turn: [3] },
          { seat: 1, turn: [61] },
        ],
      },
      1,
    ],
    ['half a turn', { entries: [{ seat: 0, turn: [] }] }, 0],
  ])('does not begin with %s that these rules do not allow', (_, changes, entry) => {
    const begin = (): unknown => new OfflineTable({ game: game([null, null], changes), rules, players: null });
    expect(begin).toThrow(expect.objectContaining({ entry }) as Error);
    expect(begin).toThrow(Unplayable);
  });
});
