/** Two games on one device that differ in a secret only: nobody else is shown, and no bot is asked, anything else. */
import './browser';

import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { TableClient } from '../src/lib/table.svelte';
import { roundsOf, viewOf } from '../src/lines/rounds';
import type { Asked } from '../src/offline/asked';
import { forget, hex, keep, type KeptGame, keptEntries, keptGames } from '../src/offline/kept';
import { OfflineTable } from '../src/offline/table.svelte';
import type { Action, State, ToClient } from '../src/protocol';
import { fromHere } from '../src/replay/load';
import { ReplayTable } from '../src/replay/table.svelte';
import { Match } from '../src/rules/match';
import { Rules } from '../src/rules/rules';
import { redacted } from '../src/rules/setup';

const MODULES = Object.fromEntries(
  ['niagara', 'canyon'].map((game) => [game, new Uint8Array(readFileSync(`../src/eddyline/games/${game}/game.wasm`))]),
);
const niagara = await Rules.bare(MODULES['niagara'] ?? new Uint8Array());
const canyon = await Rules.bare(MODULES['canyon'] ?? new Uint8Array());

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(1);
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(new Response(MODULES[/niagara|canyon/.exec(url)?.[0] ?? ''])),
  );
});

const clients: TableClient[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const client of clients.splice(0)) client.close();
  // Other tests share what is kept.
  for (const { id } of keptGames()) forget(id);
});

/** A game whose seats are bots where a name is one. */
const game = (id: string, bots: readonly (string | null)[], changes: Partial<KeptGame>): KeptGame => ({
  id: 'a-game',
  game: id,
  rulesVersion: 4,
  preset: null,
  options: {},
  seats: bots.map((bot, seat) => ({ name: `P${seat}`, bot })),
  word: '0x7',
  entries: [],
  over: false,
  at: 1,
  ...changes,
});

/** One device: what its page is told for whom, what each bot is asked, and what drafts it keeps. */
class Device {
  readonly table: OfflineTable;
  readonly client: TableClient;
  readonly #heard: { you: number | null; said: string }[] = [];

  constructor(rules: Rules<unknown>, kept: KeptGame) {
    localStorage.clear();
    const turn = ({ record, seed: _, ...asked }: Omit<Asked, 'number'>): Promise<never> => {
      // The seed is drawn anew for each game.
      this.#heard.push({ you: asked.seat, said: JSON.stringify({ ...asked, record: [...record] }) });
      return new Promise(() => undefined);
    };
    this.table = new OfflineTable({ game: kept, rules, players: { turn } });
    this.client = new TableClient(kept.id, null, 0, (listener) =>
      this.table.open({
        hello: () => listener.hello(),
        link: (state) => listener.link(state),
        heard: (message) => {
          const told = message as ToClient;
          if (told.type === 'delta') {
            const [{ you }] = told.patch as [State];
            this.#heard.push({ you, said: JSON.stringify(told) });
          }
          listener.heard(message);
        },
      }),
    );
    clients.push(this.client);
  }

  /** All that whoever is not this seat may see, with what is stored besides the game itself. */
  besides(seat: number): readonly string[] {
    const kept = ['eddyline.drafts', 'eddyline.offline'].map((key) => localStorage.getItem(key) ?? '');
    return [...this.#heard.flatMap(({ you, said }) => (you === seat ? [] : said)), ...kept];
  }

  /** All that this seat may see. */
  of(seat: number): readonly string[] {
    return this.#heard.flatMap(({ you, said }) => (you === seat ? said : []));
  }

  /** Decide, as whoever has the device. */
  async decide(choice: number): Promise<void> {
    await settled();
    this.client.decide(this.client.draft?.legal[choice] as Action);
    await settled();
  }
}

/** All that is shown to who looks back at a game that is still played here, and what is stored for it. */
async function lookedBack(id: string, as?: number, least = 3): Promise<readonly string[]> {
  const before = JSON.stringify({ ...localStorage });
  const { story, table: at, only } = await fromHere(id);
  expect(only).not.toBeUndefined();
  const table = new ReplayTable(story, at);
  table.look = as ?? only ?? null;
  const told: string[] = [];
  table.open({
    hello: () => ({ type: 'hello' }),
    link: () => undefined,
    heard: (message) => told.push(JSON.stringify(message)),
  });
  await settled();
  for (let place = 0; place <= table.last; place += 1) {
    table.go(place);
    told.push(JSON.stringify(table.hand));
  }
  expect(told.length).toBeGreaterThan(least);
  expect(JSON.stringify({ ...localStorage })).toBe(before);
  return told;
}

/** In Niagara one of two people at a device chooses a card and hands it on; the other one is about to choose. */
async function chosen(card: number, as?: number): Promise<readonly string[]> {
  const device = new Device(niagara, game('niagara', [null, null, 'random'], {}));
  await vi.waitFor(() => expect(device.client.view).not.toBeNull());
  device.table.take();
  // What is taken back is kept nowhere.
  await device.decide(card);
  device.client.undo();
  await device.decide(card);
  device.client.confirm();
  await settled();
  device.table.take();
  await settled();
  const handed = [...device.besides(0), ...(await lookedBack('a-game', as))];
  await device.decide(0);
  expect([device.client.you, device.client.draft?.complete]).toEqual([1, true]);
  expect(handed.length).toBeGreaterThan(5);
  return [...handed, ...device.besides(0)];
}

/** Words for a round of Canyon that deal a seat the same card and turn up the same trump, but not the same to others. */
function dealtAlike(seat: number): { kept: KeptGame; words: readonly [bigint, bigint] } {
  const before = canyon.position();
  const after = canyon.position();
  const kept = game('canyon', [null, 'random', 'random'], { options: { secret_bids: true } });
  const dealing = vi.spyOn(canyon, 'deal').mockImplementation((position, word) => {
    canyon.put(before, canyon.bytes(position));
    canyon.compiled.call('deal')(position.address, word);
  });
  const start = { players: 3, options: kept.options, word: 7n };
  let word = 0n;
  const match = new Match(canyon, start, () => (word += 1n));
  const trial = canyon.position();
  // Seven rounds, from eight cards to two; then everybody has one.
  while (match.log.filter((entry) => 'deal' in entry).length < 8) {
    const [next = 0] = match.waiting;
    canyon.put(trial, match.redacted(next));
    const turn: number[] = [];
    while (canyon.toAct(trial) & (1 << next)) {
      turn.push(canyon.legal(trial, next)[0] ?? -1);
      canyon.decide(trial, next, turn.at(-1) ?? -1);
    }
    match.commit(next, turn);
  }
  dealing.mockRestore();
  const entries = keptEntries(match.log);
  const seen = new Map<string, { all: string; word: bigint }>();
  for (let tried = 1n; ; tried++) {
    canyon.put(after, canyon.bytes(before));
    canyon.deal(after, tried);
    const known = redacted(canyon, after, seat).toString();
    const all = canyon.bytes(after).toString();
    const other = seen.get(known);
    if (other && other.all !== all) return { kept: { ...kept, entries }, words: [other.word, tried] };
    seen.set(known, { all, word: tried });
  }
}

async function dealt(seat: number, kept: KeptGame, word: bigint): Promise<readonly string[]> {
  const entries = [...kept.entries.slice(0, -1), { deal: hex(word) }];
  const device = new Device(canyon, { ...kept, entries });
  await vi.waitFor(() => expect(device.client.view).not.toBeNull());
  const seen = device.of(seat);
  expect(seen).not.toHaveLength(0);
  // Only the one person looks back.
  if (kept.seats[seat]?.bot !== null) return seen;
  keep({ ...kept, entries });
  return [...seen, ...(await lookedBack(kept.id))];
}

describe('a card of Niagara that somebody has chosen', () => {
  const differ = async (as?: number): Promise<boolean> => `${await chosen(1, as)}` !== `${await chosen(4, as)}`;

  test('is shown to nobody else at the same device', async () => {
    expect(await differ()).toBe(false);
  });

  test('is found where the page tells it to all', async () => {
    const turns = new Map<number, readonly number[]>();
    const { commit } = Match.prototype;
    vi.spyOn(Match.prototype, 'commit').mockImplementation(function (this: Match, seat, turn) {
      turns.set(seat, turn);
      return commit.call(this, seat, turn);
    });
    vi.spyOn(Match.prototype, 'pending').mockImplementation(() => turns.get(0) ?? null);
    expect(await differ()).toBe(true);
  });

  test('is found where one looks back as that seat', async () => {
    expect(await differ(0)).toBe(true);
  });

  test('is found where its draft stays', async () => {
    const { setItem } = localStorage;
    vi.spyOn(localStorage, 'setItem').mockImplementation((key, value) => {
      if (value !== '{}') setItem(key, value);
    });
    expect(await differ()).toBe(true);
  });
});

/** In a line of Niagara a bot has chosen a card, and the one person has not: what that person is shown of the line. */
async function compared(card: number, as?: number): Promise<readonly string[]> {
  const match = new Match(niagara, { players: 3, options: {}, word: 7n }, () => 1n);
  match.commit(1, [niagara.legal(niagara.position(match.redacted(1)), 1)[card] ?? -1]);
  const line = { name: 'Try', of: 'offline/other', turn: 0, deals: [] };
  keep(game('niagara', [null, 'random', 'random'], { entries: keptEntries(match.log), line }));
  const { story } = await fromHere('a-game');
  expect(story.places.at(-1)?.pending[1]).toHaveLength(1);
  const told = { chapter: ({ kind }: { kind: string }) => (kind === 'round' ? kind : null), part: () => null };
  const rounds = roundsOf(story, told);
  const shown = rounds.map((round) => JSON.stringify([round, viewOf(story, round.end)]));
  return [...shown, ...(await lookedBack('a-game', as, 2))];
}

describe('a card that a bot has chosen on a line that is not over', () => {
  const differ = async (as?: number): Promise<boolean> => `${await compared(1, as)}` !== `${await compared(4, as)}`;

  test('is shown neither beside the game nor in the replay of the line', async () => {
    expect(await differ()).toBe(false);
  });

  test('is found where one looks back as that bot', async () => {
    expect(await differ(1)).toBe(true);
  });

  test('is found where it is told before it is shown', async () => {
    const { commit } = Match.prototype;
    vi.spyOn(Match.prototype, 'commit').mockImplementation(function (this: Match, seat, turn) {
      const events = commit.call(this, seat, turn);
      return events.length > 0
        ? events
        : [{ kind: 'revealed', seat, cards: turn } as unknown as (typeof events)[number]];
    });
    expect(await differ()).toBe(true);
  });
});

describe.each([0, 1])('what is dealt to others in Canyon, for seat %i', (seat) => {
  const { kept, words } = dealtAlike(seat);
  const differ = async (): Promise<boolean> =>
    `${await dealt(seat, kept, words[0])}` !== `${await dealt(seat, kept, words[1])}`;

  test('is not in what its page and its bot are told', async () => {
    expect(await differ()).toBe(false);
  });

  test('is found where nothing is taken out of a position', async () => {
    vi.spyOn(canyon, 'hidden').mockReturnValue(0);
    expect(await differ()).toBe(true);
  });
});
