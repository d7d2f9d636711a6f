import './browser';

import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { adventureOf } from '../src/adventure/adventures';
import { aimsAt } from '../src/adventure/aim';
import { begin } from '../src/adventure/begin';
import { done, doneOf } from '../src/adventure/progress';
import { Learner } from '../src/adventure/learner.svelte';
import { askedNow, askedOf, type Scene } from '../src/adventure/scene';
import { setStage } from '../src/adventure/stage';
import { lesson } from '../src/learn/lesson.svelte';
import { games } from '../src/lib/games.svelte';
import { router } from '../src/lib/router.svelte';
import { TableClient } from '../src/lib/table.svelte';
import { keptGames } from '../src/offline/kept';
import type { Action, CanyonView, Draft, GameInfo } from '../src/protocol';
import { Rules } from '../src/rules/rules';

const GAMES = ['niagara', 'canyon'];

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

let clients: TableClient[] = [];
beforeEach(() => localStorage.clear());
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

/** Rules are compiled once. */
const compiled = new Map<string, Rules<unknown>>();

async function adventure(game: string) {
  const module = new Uint8Array(readFileSync(`../src/eddyline/games/${game}/game.wasm`));
  // The page fetches the rules by which it shows positions.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(module)));
  const found = await adventureOf(game)?.get();
  if (!found) throw new Error(`expected an adventure of ${game}`);
  const rules = compiled.get(game) ?? (await Rules.bare(module));
  compiled.set(game, rules);
  return { found, rules };
}

/** Play a scene by the game's own rules, as `chosen` decides, until its goal or until there is nothing to choose. */
async function played(
  { found, rules }: Awaited<ReturnType<typeof adventure>>,
  scene: Scene,
  chosen: (legal: readonly Action[], turn: number) => string | undefined,
): Promise<{ reached: boolean; missed: boolean; decided: string[] }> {
  const stage = setStage(rules, found, scene, 'Ann');
  const client = new TableClient(stage.id, null, 0, stage.table.open);
  clients.push(client);
  await vi.waitFor(() => expect(client.view).not.toBeNull());
  const decided: string[] = [];
  const reached = (): boolean => client.log.some(({ event }) => event !== null && scene.goal(event));
  const missed = (): boolean => scene.misses?.(client.log.flatMap(({ event }) => event ?? [])) ?? false;
  for (let turn = 0; turn < 20 && !reached() && !missed();) {
    const { draft } = client;
    if (!draft || draft.confirmed) {
      stage.letPlay();
      await settled();
      if (client.table?.status === 'over') break;
      continue;
    }
    if (draft.complete) {
      decided.push(...draft.decisions.map(({ text }) => text));
      client.confirm();
      turn += 1;
      await settled();
      continue;
    }
    const text = chosen(draft.legal, turn);
    const action = draft.legal.find((each) => each.text === text);
    if (!action) break;
    client.decide(action);
  }
  return { reached: reached(), missed: missed(), decided };
}

describe.each(GAMES)('the adventure of %s', (game) => {
  test.each([0, 1, 2, 3, 4])('is won by what it asks for, as the rules say, in scene %d of five', async (number) => {
    const set = await adventure(game);
    const kept = keptGames();
    expect(set.found.scenes).toHaveLength(5);
    const scene = set.found.scenes[number] as Scene;
    const { reached, decided } = await played(set, scene, (legal) => askedOf(scene, legal)?.action);
    expect([scene.id, reached, decided.length > 0]).toEqual([scene.id, true, true]);
    // None of them is kept among the games of this browser.
    expect(keptGames()).toEqual(kept);
  });

  test('names only actions of the game, and says something of the first that it asks for', async () => {
    const { found, rules } = await adventure(game);
    const actions = new Set(rules.compiled.actions.map(({ text }) => text));
    for (const { asked, rivals } of found.scenes) {
      const named = [...asked.map(({ action }) => action), ...Object.values(rivals).flat()];
      expect(named.filter((text) => !actions.has(text))).toEqual([]);
      expect(asked[0]?.say).toBeTypeOf('function');
    }
  });

  test('speaks every language, in which nothing lacks', async () => {
    const { found } = await adventure(game);
    const said = found.scenes.flatMap(({ title, done: end, otherwise, asked }) => [
      title(),
      end(),
      otherwise(),
      ...asked.flatMap(({ say }) => say?.() ?? []),
    ]);
    expect(said.filter((text) => text.length < 3)).toEqual([]);
  });
});

const sceneOf = async (game: string, id: string) => {
  const set = await adventure(game);
  const scene = set.found.scenes.find((each) => each.id === id);
  if (!scene) throw new Error(`expected a scene ${id}`);
  return { set, scene };
};

describe('what a scene tells happens', () => {
  test.each(['card cloud', 'card 1', 'card 2', 'card 3', 'card 4'])(
    'one is robbed, whatever card: %s',
    async (card) => {
      const { set, scene } = await sceneOf('niagara', 'robbed');
      expect((await played(set, scene, () => card)).reached).toBe(true);
    },
  );

  test.each([
    ['play sun 10', 'play fir 2', 'play sun 8'],
    ['play fir 2', 'play sun 8', 'play sun 10'],
    ['play sun 8', 'play sun 10', 'play fir 2'],
  ])('two tricks are taken, in whatever order: %s, %s, %s', async (...cards) => {
    const { set, scene } = await sceneOf('canyon', 'exact');
    const next = (legal: readonly Action[]) => cards.find((card) => legal.some(({ text }) => text === card));
    expect((await played(set, scene, next)).reached).toBe(true);
  });

  test.each(['card 3', 'card 4', 'card 5', 'card 6'])('any of the cards in hand wins: %s', async (card) => {
    const { set, scene } = await sceneOf('niagara', 'win');
    const next = (legal: readonly Action[], turn: number) => (turn === 0 ? card : askedOf(scene, legal)?.action);
    expect((await played(set, scene, next)).reached).toBe(true);
  });

  test('the gem is fetched with the other canoe as well', async () => {
    const { set, scene } = await sceneOf('niagara', 'fetch');
    const other = (text: string | undefined) => text?.replace(/ a /, ' b ');
    const { reached } = await played(set, scene, (legal) => other(askedOf(scene, legal)?.action));
    expect(reached).toBe(true);
  });

  test('nothing is asked for when the way to the goal is lost', async () => {
    const { set, scene } = await sceneOf('canyon', 'bid');
    let begun: readonly Action[] = [];
    await played(set, scene, (legal, turn) => {
      if (turn === 0) return 'bid 0';
      begun = legal;
      return undefined;
    });
    expect(begun.length).toBeGreaterThan(1);
    expect(askedOf(scene, begun)).toBeNull();
  });
});

test('scenes that are done are remembered, by game', () => {
  done('niagara', 'fetch');
  done('niagara', 'fetch');
  done('canyon', 'bid');
  expect([doneOf('niagara'), doneOf('canyon'), doneOf('go')]).toEqual([['fetch'], ['bid'], []]);
});

test('where several would do, all of them can be played and lead on', async () => {
  const { found } = await adventure('niagara');
  const scene = found.scenes.find(({ id }) => id === 'win') as Scene;
  for (const card of ['3', '4', '5', '6']) {
    const [asked] = scene.asked;
    expect([asked?.action, ...(asked?.or ?? [])]).toContain(`card ${card}`);
    const set = await adventure('niagara');
    const { reached } = await played(set, scene, (legal, turn) =>
      turn === 0 ? `card ${card}` : askedOf(scene, legal)?.action,
    );
    expect([card, reached]).toEqual([card, true]);
  }
});

test('a decision is shown where it is made: on the board, in the hand, else in the list', () => {
  const paddle = { kind: 'paddle', id: 1, text: 'paddle a 3', canoe: 'a', to: '3' } as Action;
  expect(aimsAt(paddle)).toEqual([
    'main [data-action="paddle a 3"]',
    'main [data-place="3"]',
    '.dock [data-action="paddle a 3"]',
  ]);
  expect(aimsAt({ kind: 'card', id: 5, text: 'card 5', card: '5' } as Action)).toEqual(['.hand [data-card="5"]']);
  expect(aimsAt({ kind: 'bid', id: 52, text: 'bid 2', tricks: 2 } as Action)).toEqual(['[data-bid="2"]']);
  // What stays is not where something has just moved to.
  expect(aimsAt({ kind: 'stay', id: 60, text: 'stay' } as Action)[0]).toBe('.dock [data-action="stay"]');
});

test.each([
  ['niagara', 'fetch', 'card 3'],
  ['niagara', 'steal', 'card 1'],
  ['canyon', 'arrive', 'bid 0'],
])('%s: a scene is lost at once by what leads elsewhere: %s, %s', async (game, id, other) => {
  const { set, scene } = await sceneOf(game, id);
  const { missed, decided } = await played(set, scene, (_, turn) => (turn === 0 ? other : undefined));
  expect([missed, decided]).toEqual([true, [other]]);
});

test('what is said fits the cards that are left, whichever were played', async () => {
  const { set, scene } = await sceneOf('canyon', 'exact');
  const said: (string | undefined)[] = [];
  const cards = ['play fir 2', 'play sun 8'];
  await played(set, scene, (legal, turn) => {
    said.push(askedOf(scene, legal)?.say?.().slice(0, 16));
    return cards[turn] ?? 'play sun 10';
  });
  // The last card is laid by itself.
  expect(said).toEqual(['Now take exactly', 'That trick went ']);
});

test('a move that is made is to be confirmed, a card is explained until it is played, whichever is chosen', async () => {
  const { scene } = await sceneOf('niagara', 'steal');
  const [one, two] = ['1', '2'].map(
    (card) => ({ kind: 'card', id: Number(card), text: `card ${card}`, card }) as Action,
  );
  const paddle = { kind: 'paddle', id: 9, text: 'paddle a 3', canoe: 'a', to: '3' } as Action;
  const draft = (...decisions: Action[]) =>
    ({ complete: true, can_undo: true, legal: [], decisions }) as unknown as Draft;
  expect(askedNow(scene, draft(paddle), [])).toBeNull();
  expect(askedNow(scene, draft(one as Action), [one, two] as Action[])?.action).toBe('card 2');
});

test('the only card left is in the hand until it is played, and no longer', async () => {
  const { set, scene } = await sceneOf('canyon', 'swept');
  const stage = setStage(set.rules, set.found, scene, 'Ann');
  const client = new Learner(stage.id, null, 0, stage.table.open);
  clients.push(client);
  await vi.waitFor(() => {
    stage.letPlay();
    expect(client.draft?.complete).toBe(true);
  });
  const hand = () => (client.draft?.view as CanyonView).hand;
  expect(hand()).toEqual([]);
  client.hold();
  expect(hand()).toEqual(['fir 2']);
  const shown = vi.spyOn(client.show, 'add');
  const away = vi.spyOn(client, 'putAway');
  client.confirm();
  expect(client.draft === null || hand().length === 0).toBe(true);
  await settled();
  expect(shown).toHaveBeenCalled();
  for (const { value } of away.mock.results) expect((value as CanyonView).hand).toEqual([]);
});

describe('what follows', () => {
  const info = {
    id: 'niagara',
    rules_version: 4,
    players: [3, 4, 5],
    bots: ['camper', 'guide', 'drifter', 'random'],
    default_preset: 'rulebook',
    presets: { rulebook: {} },
    seatings: [],
    options: [],
  } as unknown as GameInfo;
  const [id, bot] = ['niagara', 'drifter'];

  let go = vi.spyOn(router, 'go');

  beforeEach(() => {
    games.all = [info];
    go = vi.spyOn(router, 'go').mockImplementation(() => undefined);
  });
  afterEach(() => void (games.all = []));

  test.each([true, false])('is a game against easy bots, at a table of the server; taught: %s', async (taught) => {
    lesson.end();
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
      asked.push(JSON.parse(body));
      return Promise.resolve(Response.json({ table: 'abc', seat: 0, token: 'secret' }));
    });
    await begin(id, taught);
    expect(asked).toMatchObject([{ game: id, seats: 4, bots: [bot, bot, bot] }]);
    expect(go).toHaveBeenCalledWith('/t/abc');
    expect(lesson.table).toBe(taught ? 'abc' : null);
  });

  test('is played in the browser where no server is reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    await begin(id, true);
    const [kept] = keptGames();
    expect(kept?.seats.map((seat) => seat.bot)).toEqual([null, bot, bot, bot]);
    expect(go).toHaveBeenCalledWith(`/offline/${kept?.id}`);
    expect(lesson.table).toBe(kept?.id);
  });

  test('is refused in words where the game is not known', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    games.all = [];
    await expect(begin('go', false)).rejects.toBeDefined();
  });
});
