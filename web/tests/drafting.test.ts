import { FakeSocket } from './browser';

import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { STATE as CANYON } from '../src/boards/canyon/state';
import { STATE } from '../src/boards/niagara/state';
import { forgetDraft, keptDraft } from '../src/lib/drafts';
import { TableClient } from '../src/lib/table.svelte';
import type { Action, CanyonView, NiagaraView, Position, State } from '../src/protocol';
import type { Drafting } from '../src/rules/drafting';
import { drafting } from '../src/rules/home';
import { CHANCE, Rules } from '../src/rules/rules';
import { table, update, view } from './fixtures';

const MODULE = new Uint8Array(readFileSync('../src/eddyline/games/niagara/game.wasm'));
const rules = await Rules.load(MODULE, STATE);
const { sources } = rules.compiled.about;

/** Positions of one game for three: all choose a card; then `seat` is on the river, and has more than one thing to do. */
const place = rules.position();
Object.assign(place.fields, { seats: 3, cycle: 7, gems_per_deposit: 7, preserver_step: 1, max_rounds: 9 });
rules.begin(place, 7n);
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const cards = base64(rules.bytes(place));
const trial = rules.position();
const seat = ((): number => {
  for (;;) {
    const owing = rules.toAct(place);
    if (owing === 0) {
      rules.advance(place);
      continue;
    }
    const next = 31 - Math.clz32(owing);
    const legal = rules.legal(place, next);
    rules.put(trial, rules.bytes(place));
    rules.decide(trial, next, legal[0] ?? -1);
    if (place.fields.active === next && rules.toAct(trial) & (1 << next) && rules.legal(trial, next).length > 1)
      return next;
    rules.decide(place, next, legal[legal.length >> 1] ?? -1);
  }
})();
const river = base64(rules.bytes(place));

/** Cut a record as the server does. */
const pieces = (record: string): readonly string[] => record.match(/.{1,32}/g) ?? [];
const told = (changes: Partial<Position> = {}): Position => ({
  rules: sources,
  record: pieces(cards),
  board: null,
  given: { options: view().options, ranking: null, winners: [] },
  turn: null,
  asked: true,
  ...changes,
});
const texts = (actions: readonly Action[] = []): string[] => actions.map(({ text }) => text);

describe('by the rules alone', () => {
  let home: Drafting;
  beforeEach(async () => {
    home = await drafting(MODULE, sources, null);
  });

  test('a card is chosen, taken back, and another one chosen', () => {
    expect(home.take(told(), 0)).toBe(true);
    expect(texts(home.draft(5)?.legal)).toEqual([
      'card cloud',
      'card 1',
      'card 2',
      'card 3',
      'card 4',
      'card 5',
      'card 6',
    ]);
    expect(home.begun).toBe(null);
    expect(home.decide(4)).toBe(true);
    expect(home.draft(5)).toMatchObject({
      version: 5,
      seat: 0,
      step: 1,
      complete: true,
      confirmed: false,
      can_undo: true,
    });
    expect((home.draft(5)?.view as NiagaraView).players[0]?.card).toBe('4');
    expect((home.view() as NiagaraView).players[0]?.card).toBe(null);
    expect(home.begun).toEqual([4]);
    expect(home.decide(4)).toBe(false);
    home.undo(false);
    expect(home.draft(5)).toMatchObject({ step: 0, can_undo: false });
    expect(home.decide(99)).toBe(false);
  });

  test('a turn on the river goes on until nothing is left to decide, and is taken back step by step', () => {
    home.take(told({ record: pieces(river) }), seat);
    const steps = [home.draft(8)];
    for (let draft = steps[0]; draft && !draft.complete; draft = home.draft(8)) {
      home.decide(draft.legal[0]?.id ?? -1);
      steps.push(home.draft(8));
    }
    expect(steps.length).toBeGreaterThan(2);
    for (const before of steps.slice(0, -1).reverse()) {
      home.undo(false);
      expect(home.draft(8)).toEqual(before);
    }
  });

  test('of a card that is the only one to follow with it is told why no other one is possible', async () => {
    const module = new Uint8Array(readFileSync('../src/eddyline/games/canyon/game.wasm'));
    const game = await Rules.load(module, CANYON);
    const table = game.position();
    Object.assign(table.fields, { seats: 3, max_rounds: 9 });
    game.begin(table, 7n);
    const texts = (seat: number): string[] =>
      Array.from(game.legal(table, seat), (id) => game.compiled.actions[id]?.text ?? '');
    // In the last trick of a round every card is the only one.
    const choice = (): readonly [seat: number, legal: readonly string[]] => {
      for (let owing = game.toAct(table); ; owing = game.toAct(table)) {
        if (owing & CHANCE) game.deal(table, 7n);
        else if (owing === 0) game.advance(table);
        else return [31 - Math.clz32(owing), texts(31 - Math.clz32(owing))];
      }
    };
    let [seat, legal] = choice();
    for (let decided = 0; (legal.length > 1 || !legal[0]?.startsWith('play')) && decided < 40; decided++) {
      game.decide(table, seat, game.legal(table, seat)[0] ?? -1);
      [seat, legal] = choice();
    }
    const canyon = await drafting(module, game.compiled.about.sources, null);
    canyon.take(told({ rules: game.compiled.about.sources, record: pieces(base64(game.bytes(table))) }), seat);
    const draft = canyon.draft(5);
    expect(draft).toMatchObject({ complete: true, can_undo: false, legal: [] });
    const [other] = (draft?.view as CanyonView).hand;
    expect(canyon.whyNot(`play ${other}`)).toMatchObject({ reason: 'follow_suit', rule: 'C-PLAY-1' });
  });

  test('a confirmed card is shown, and opened again by choosing another one', () => {
    home.take(told({ turn: [4] }), 0);
    expect(home.draft(6)).toMatchObject({ step: 1, complete: true, confirmed: true });
    expect(home.draft(6)?.legal).toHaveLength(7);
    expect((home.view() as NiagaraView).players[0]?.card).toBe('4');
    expect(home.begun).toBe(null);
    home.decide(2);
    expect(home.draft(6)).toMatchObject({ confirmed: false, complete: true });
    expect(texts(home.draft(6)?.decisions)).toEqual(['card 2']);
    home.undo(true);
    expect(home.draft(6)).toMatchObject({ confirmed: false, complete: false, step: 0 });
    expect(home.begun).toEqual([]);
  });

  test('the same position told again changes nothing of the draft, another one does', () => {
    home.take(told(), 0);
    home.decide(3);
    expect(home.take(told(), 0)).toBe(false);
    expect(home.begun).toEqual([3]);
    expect(home.take(told({ turn: [3] }), 0)).toBe(true);
    expect(home.begun).toBe(null);
  });

  test('who has nothing to decide has no draft', () => {
    home.take(told({ asked: false }), 0);
    expect(home.draft(5)).toBe(null);
    home.take(told({ asked: false }), null);
    expect(home.draft(5)).toBe(null);
    expect(home.view()).toMatchObject({ you: null, hand: [], options: view().options });
  });

  test('what was begun elsewhere is gone on with, if the rules allow it', () => {
    home.take(told(), 0);
    expect(home.takeUp([99])).toBe(false);
    expect(home.takeUp([5])).toBe(true);
    expect(home.begun).toEqual([5]);
  });

  test('other rules are refused', async () => {
    await expect(drafting(MODULE, 'another', null)).rejects.toThrow('expected rules of niagara with digest another');
  });
});

describe('at a table', () => {
  const PATIENT = { timeout: 60_000, interval: 1 };
  let client: TableClient;
  /** Wait until a client has taken in and shown a version, however long the rules take to compile. */
  const settled = (version: number, of = client): Promise<void> =>
    vi.waitFor(() => {
      expect([of.table?.version, of.show.playing]).toEqual([version, false]);
    }, PATIENT);
  const say = (version: number, position: Position, you: number | null = 0): void => {
    const state: State = { you, table: table(version), view: null, draft: null, ahead: null, position };
    FakeSocket.last.say({
      type: 'delta',
      version,
      since: null,
      patch: [state],
      updates: [update(version)],
    });
  };
  const sent = (): Record<string, unknown>[] => FakeSocket.last.sent.filter(({ type }) => type !== 'hello');
  const answer = vi.fn(() => Promise.resolve(new Response(MODULE)));

  beforeEach(() => {
    forgetDraft('abc');
    vi.stubGlobal('fetch', answer);
    FakeSocket.all = [];
    client = new TableClient('abc', 'secret');
    client.speed = () => Infinity;
    FakeSocket.last.open();
  });
  afterEach(() => {
    client.close();
    vi.unstubAllGlobals();
  });

  const action = (text: string): Action => {
    const found = [...(client.draft?.legal ?? []), ...client.choices].find((each) => each.text === text);
    if (!found) throw new Error(`${text} is not offered`);
    return found;
  };

  test('a turn is decided without a word to the server, which hears of it once', async () => {
    expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'hello', deltas: true, record: true });
    say(5, told());
    await settled(5);
    client.decide(action('card 4'));
    client.decide(action('card 5'));
    client.undo();
    client.decide(action('card 6'));
    expect(client.draft).toMatchObject({ version: 5, complete: true });
    expect(sent()).toEqual([]);
    client.confirm();
    expect(sent()).toMatchObject([{ type: 'confirm', version: 5, decisions: [6] }]);
    say(6, told({ turn: [6] }));
    await settled(6);
    expect(client.draft).toMatchObject({ version: 6, confirmed: true });
    expect(client.waiting).toBe(false);
  });

  test('what comes while the rules are fetched is taken in afterwards, in its order', async () => {
    say(5, told());
    say(6, told({ turn: [3] }));
    expect(client.view).toBe(null);
    await settled(6);
    expect(client.log.map(({ update }) => update.version)).toEqual([5, 6]);
    expect(client.draft).toMatchObject({ version: 6, confirmed: true });
  });

  test('somebody else’s secret turn leaves the draft as it is', async () => {
    say(5, told());
    await settled(5);
    client.decide(action('card 4'));
    say(6, told());
    await settled(6);
    expect(client.draft).toMatchObject({ version: 6, complete: true });
    expect(texts(client.draft?.decisions)).toEqual(['card 4']);
  });

  test('a draft outlasts the page, and the connection', async () => {
    say(5, told());
    await settled(5);
    client.decide(action('card 4'));
    FakeSocket.last.fail();
    client.decide(action('card 5'));
    expect(client.draft).toMatchObject({ complete: true });
    client.close();
    client = new TableClient('abc', 'secret');
    FakeSocket.last.open();
    say(7, told());
    await settled(7);
    expect(texts(client.draft?.decisions)).toEqual(['card 5']);
    // Another card can still be chosen.
    expect(client.choices).toHaveLength(7);
    // In another position it means nothing.
    say(8, told({ record: pieces(river) }), seat);
    await settled(8);
    expect(client.draft).toMatchObject({ step: 0 });
    expect(keptDraft('abc', 0, told())).toBe(null);
  });

  test('the disk is written after the picture, or when the page goes', async () => {
    const written = (): string => localStorage.getItem('eddyline.drafts') ?? '';
    say(7, told());
    await settled(7);
    client.decide(action('card 5'));
    expect(written()).not.toContain('abc');
    await vi.waitFor(() => {
      expect(written()).toContain('abc');
    });
    client.undo();
    expect(written()).not.toContain('abc');
    client.decide(action('card 4'));
    dispatchEvent(new Event('pagehide'));
    expect(written()).toContain('abc');
  });

  test('another tab sees the draft, and goes on with it', async () => {
    say(5, told({ record: pieces(river) }), seat);
    await settled(5);
    client.decide(client.draft?.legal.at(-1) as Action);
    const begun = client.draft;
    const other = new TableClient('abc', 'secret');
    FakeSocket.last.open();
    say(5, told({ record: pieces(river) }), seat);
    await settled(5, other);
    expect(other.draft).toEqual(begun);
    other.undo();
    dispatchEvent(Object.assign(new Event('storage'), { key: 'eddyline.drafts' }));
    expect(client.draft).toEqual(other.draft);
    expect(client.draft).toMatchObject({ can_undo: false });
    other.close();
  });

  test('what may come is told of the draft, or of one more decision, by what one knows', async () => {
    const fate = await Rules.bare(new Uint8Array(readFileSync('../src/eddyline/games/niagara/fate.wasm')));
    const foretold = (action: string | null): unknown => {
      const known = client.known(action);
      return known && fate.fate(fate.position(known.record), known.seat);
    };
    expect(client.known(null)).toBeNull();
    say(5, told());
    await settled(5);
    expect(foretold(null)).toMatchObject({ combinations: 343 });
    expect(foretold('card 5')).toMatchObject({ combinations: 49 });
    expect(foretold('paddle a 1')).toBeNull();
    client.decide(action('card 4'));
    expect(foretold(null)).toMatchObject({ combinations: 49 });
    // It begins the turn anew.
    expect(foretold('card 5')).toMatchObject({ combinations: 49 });
    expect(texts(client.draft?.decisions)).toEqual(['card 4']);
    expect(sent()).toEqual([]);
  });

  test('why something is not possible is known by the rules, and asked only where they cannot tell', async () => {
    const why = (action: string): unknown => {
      client.ask(action);
      const { rule, reason, values } = client.because ?? {};
      return [reason, rule, values];
    };
    say(5, told());
    await settled(5);
    expect(why('card 4')).toEqual(['legal', null, {}]);
    expect(why('paddle a 1')).toEqual(['cards_first', 'N-ROUND-1', {}]);
    expect(why('card 7')).toEqual(['no_such_card', 'S-CARD-1', { card: '7' }]);
    client.decide(action('card 4'));
    expect(why('card 5')).toEqual(['turn_complete', null, {}]);
    say(6, told({ record: pieces(river) }), seat);
    await settled(6);
    expect(why('paddle a 7R')).toEqual([
      'too_far',
      'N-MOVE-1',
      { canoe: 'a', distance: 7, points: expect.any(Number) },
    ]);
    say(7, told({ asked: false }));
    await settled(7);
    expect(sent()).toEqual([]);
    expect(why('card 4')).toEqual([undefined, undefined, undefined]);
    expect(sent()).toEqual([{ type: 'why', version: 7, step: 0, action: 'card 4', decisions: null }]);
  });

  test.each(['illegal', 'incomplete'] as const)('a turn refused as %s shows that the rules differ', async (code) => {
    say(5, told({ record: pieces(river) }), seat);
    await settled(5);
    while (client.draft && !client.draft.complete) client.decide(client.draft.legal[0] as Action);
    client.confirm();
    FakeSocket.last.say({ type: 'refused', code, message: 'No.', rule: null, reason: null, values: {} });
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'hello', deltas: true, record: false });
    expect(client.refused?.message).toBe('No.');
  });

  test.each([
    ['cannot be fetched', () => Promise.reject(new TypeError('offline')), told()],
    ['are not there', () => Promise.resolve(new Response(null, { status: 404 })), told()],
    ['are others than the server’s', () => Promise.resolve(new Response(MODULE)), told({ rules: 'newer' })],
  ])('rules that %s leave drafting to the server', async (_, fetched, position) => {
    answer.mockImplementationOnce(fetched as typeof answer);
    say(5, position);
    await vi.waitFor(() => {
      expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'hello', since: 0, deltas: true, record: false });
    }, PATIENT);
  });
});
