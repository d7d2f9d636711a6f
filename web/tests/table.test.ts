import { FakeSocket } from './browser';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { TableClient } from '../src/lib/table.svelte';
import type { Event, State, Update } from '../src/protocol';
import { update, card, chosen, draft, sync, table, view } from './fixtures';

let client: TableClient;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  FakeSocket.all = [];
  client = new TableClient('abc', 'secret');
  FakeSocket.last.open();
});

afterEach(() => client.close());

async function begin(): Promise<void> {
  FakeSocket.last.say(sync(5));
  await settled();
}

test('asks for the whole story first, then for what it missed', async () => {
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'hello', since: 0 });
  FakeSocket.last.say(sync(5, { updates: [update(4), update(5)] }));
  await settled();
  expect(client.log.map(({ key }) => key)).toEqual(['4.0', '5.0']);
  client.retry();
  FakeSocket.last.open();
  expect(FakeSocket.last.sent[0]).toMatchObject({ since: 5 });
  // What overlaps is not told twice.
  FakeSocket.last.say(sync(6, { updates: [update(5), update(6)] }));
  await settled();
  expect(client.log.map(({ key }) => key)).toEqual(['4.0', '5.0', '6.0']);
});

test('what has changed is applied to the state that it had, and drafts and presence do not count', async () => {
  await begin();
  FakeSocket.last.say(chosen(5));
  FakeSocket.last.say({ type: 'table', table: { ...table(5), spectators: 3 } });
  const patch = { table: { version: [6] }, view: { round: [9] }, draft: { version: [6], view: { round: [9] } } };
  FakeSocket.last.say({ type: 'delta', version: 6, since: 5, patch, updates: [update(6)] });
  await settled();
  expect(client.table).toEqual(table(6));
  expect(client.view).toEqual({ ...view(), round: 9 });
  expect(client.draft).toMatchObject({ version: 6, step: 0, view: { round: 9 } });
});

test('asks for the whole state where it lacks the one that has changed', async () => {
  await begin();
  const gap = { type: 'delta', version: 8, since: 7, patch: {}, updates: [] } as const;
  FakeSocket.last.say(gap);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'hello', since: 5, deltas: true });
  FakeSocket.last.say(sync(8));
  await settled();
  expect(client.table?.version).toBe(8);
});

test('in development, a state that is not the server’s is an error', async () => {
  await begin();
  const { patch } = sync(6);
  const whole = (patch as [State])[0];
  const wrong = { type: 'delta', version: 6, since: 5, patch: {}, updates: [], whole } as const;
  expect(() => FakeSocket.last.say(wrong)).toThrow('does not lead to the state');
});

test('a decision names the step it was made at, and a second tap is not sent', async () => {
  await begin();
  client.decide(card('4'));
  client.decide(card('4'));
  expect(FakeSocket.last.sent.slice(1)).toEqual([{ type: 'decide', version: 5, step: 0, action: 4 }]);
  FakeSocket.last.say(chosen(5));
  expect(client.draft?.complete).toBe(true);
});

test('a decision that got lost with the connection is made once the connection is back', async () => {
  await begin();
  const wanted = { type: 'decide', version: 5, step: 0, action: 4 };
  client.decide(card('4'));
  FakeSocket.last.fail();
  client.retry();
  FakeSocket.last.open();
  FakeSocket.last.say(sync(5));
  await settled();
  expect(FakeSocket.last.sent.slice(1)).toEqual([wanted]);
  FakeSocket.last.say(chosen(5));
  // While nobody was there to hear it.
  FakeSocket.last.say(sync(7));
  FakeSocket.last.fail();
  client.decide(card('4'));
  client.retry();
  FakeSocket.last.open();
  FakeSocket.last.say(sync(7));
  await settled();
  expect(FakeSocket.last.sent.slice(1)).toEqual([{ ...wanted, version: 7 }]);
});

test('a decision that did arrive, or was about an older position, is not made again', async () => {
  await begin();
  for (const next of [sync(5, { draft: chosen(5) }), sync(6)]) {
    client.decide(card('4'));
    FakeSocket.last.fail();
    client.retry();
    FakeSocket.last.open();
    FakeSocket.last.say(next);
    await settled();
    expect(FakeSocket.last.sent.slice(1)).toEqual([]);
  }
});

test('what is said while the connection is being made is not lost, nor said twice', () => {
  const early = new TableClient('abc', 'other');
  early.say({ type: 'remove_seat', seat: 1 });
  expect(early.waiting).toBe(true);
  FakeSocket.last.open();
  FakeSocket.last.say(sync(5));
  expect(FakeSocket.last.sent.slice(1)).toEqual([{ type: 'remove_seat', seat: 1 }]);
  early.close();
});

test('confirming gives the turn an id of its own', async () => {
  await begin();
  FakeSocket.last.say(chosen(5));
  client.confirm();
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'confirm', version: 5, decisions: [4] });
  expect(FakeSocket.last.sent.at(-1)?.['turn']).toMatch(/^[0-9a-f]{24}$/);
});

test('a receipt that got lost: the same turn is sent again under the same id', async () => {
  await begin();
  FakeSocket.last.say(chosen(5));
  client.confirm();
  const first = FakeSocket.last.sent.at(-1);
  FakeSocket.last.fail();
  client.retry();
  FakeSocket.last.open();
  FakeSocket.last.say(sync(5, { draft: chosen(5) }));
  await settled();
  expect(FakeSocket.last.sent.at(-1)).toEqual(first);
});

test('a turn that may not have been saved is sent again under the same id when the table shows that it was not', async () => {
  await begin();
  FakeSocket.last.say(chosen(5));
  client.confirm();
  const first = FakeSocket.last.sent.at(-1);
  FakeSocket.last.say({ type: 'refused', code: 'unsettled', message: 'It is not known.' });
  FakeSocket.last.say(sync(5, { draft: chosen(5) }));
  await settled();
  expect(FakeSocket.last.sent.at(-1)).toEqual(first);
  expect(FakeSocket.last.sent.filter(({ type }) => type === 'confirm')).toHaveLength(2);
});

test('a restarted server has forgotten the draft: the turn names its decisions and is sent again', async () => {
  await begin();
  FakeSocket.last.say(chosen(5));
  client.confirm();
  const first = FakeSocket.last.sent.at(-1);
  FakeSocket.last.fail();
  client.retry();
  FakeSocket.last.open();
  FakeSocket.last.say(sync(5));
  await settled();
  expect(FakeSocket.last.sent.at(-1)).toEqual(first);
});

test('a second choice that got lost is not taken for the first, which was confirmed', async () => {
  await begin();
  FakeSocket.last.say(chosen(5));
  client.confirm();
  const first = FakeSocket.last.sent.at(-1);
  FakeSocket.last.fail();
  client.retry();
  FakeSocket.last.open();
  FakeSocket.last.say(sync(5, { draft: { ...chosen(5), confirmed: true, decisions: [card('5')] } }));
  await settled();
  expect(FakeSocket.last.sent.at(-1)).toEqual(first);
});

test('a turn that the server shows as confirmed is not sent again', async () => {
  await begin();
  FakeSocket.last.say(chosen(5));
  client.confirm();
  FakeSocket.last.fail();
  client.retry();
  FakeSocket.last.open();
  FakeSocket.last.say(sync(5, { draft: { ...chosen(5), confirmed: true } }));
  await settled();
  expect(FakeSocket.last.sent).toHaveLength(1);
});

test('a turn that did arrive is not sent again', async () => {
  await begin();
  FakeSocket.last.say(chosen(5));
  client.confirm();
  FakeSocket.last.fail();
  client.retry();
  FakeSocket.last.open();
  FakeSocket.last.say(sync(6));
  await settled();
  expect(FakeSocket.last.sent).toHaveLength(1);
});

test('events are shown in order before the position that they lead to', async () => {
  await begin();
  const shown: (readonly Event[])[] = [];
  let finish = (): void => undefined;
  client.show.stage = {
    animate: (events) => {
      shown.push(events);
      return new Promise<void>((resolve) => (finish = resolve));
    },
    skip: () => finish(),
    leave: () => undefined,
    part: () => null,
  };
  const next = view({ round: 2 });
  FakeSocket.last.say(sync(6, { updates: [update(6)], view: next }));
  expect(client.show.playing).toBe(true);
  expect(client.draft).toBeNull();
  expect(client.view?.round).toBe(1);
  // A draft that comes meanwhile waits for the end of the scene.
  FakeSocket.last.say(chosen(6));
  expect(client.draft).toBeNull();
  client.show.skip();
  await settled();
  expect(shown).toEqual([update(6).events]);
  expect(client.view).toEqual(next);
  expect(client.draft?.complete).toBe(true);
  expect(client.show.playing).toBe(false);
});

test('the own turn, seen as a preview, is not shown again', async () => {
  await begin();
  const animate = vi.fn((_: readonly Event[]) => Promise.resolve());
  client.show.stage = { animate, skip: () => undefined, leave: () => undefined, part: () => null };
  FakeSocket.last.say(chosen(5));
  const events: Event[] = [
    { kind: 'paddled', seat: 0, canoe: 'a', start: 'dock', end: '4' },
    { kind: 'river', pushes: 2, lowest: 2, weather: 0 },
  ];
  FakeSocket.last.say(sync(6, { updates: [{ ...update(6, 0), events }] }));
  await settled();
  expect(animate.mock.lastCall?.[0]).toEqual(events.slice(1));
});

test('turns confirm themselves where that is wished, but only those decided here', async () => {
  client.autoConfirm = () => true;
  await begin();
  FakeSocket.last.say(chosen(5));
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'hello' });
  FakeSocket.last.say(draft(5));
  client.decide(card('4'));
  FakeSocket.last.say(chosen(5));
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'confirm' });
});

test('another card may be chosen while one is chosen already', async () => {
  await begin();
  client.decide(card('4'));
  FakeSocket.last.say(chosen(5));
  expect(client.choices).toEqual([card('3'), card('4')]);
  client.decide(card('3'));
  expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'undo', version: 5, all: true });
  FakeSocket.last.say(draft(5));
  expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'decide', version: 5, step: 0, action: 3 });
});

test('a refusal is kept for the player until they act again', async () => {
  await begin();
  client.decide(card('4'));
  FakeSocket.last.say({ type: 'refused', code: 'illegal', message: 'No.', rule: 'N-MOVE-3' });
  expect(client.refused?.rule).toBe('N-MOVE-3');
  client.decide(card('4'));
  expect(client.refused).toBeNull();
});

test('a question why something is not possible is answered until the next decision', async () => {
  await begin();
  client.ask('paddle a 4');
  expect(FakeSocket.last.sent.at(-1)).toEqual({
    type: 'why',
    version: 5,
    step: 0,
    action: 'paddle a 4',
    decisions: null,
  });
  // Asking is no decision: the draft can go on at once.
  expect(client.waiting).toBe(false);
  const answer = { type: 'because', action: 'paddle a 4', message: 'No.', rule: 'N-MOVE-1', reason: 'no', values: {} };
  FakeSocket.last.say(answer);
  expect(client.because).toMatchObject({ rule: 'N-MOVE-1' });
  client.decide(card('4'));
  expect(client.because).toBeNull();
});

const byBot = (version: number): Update => ({ ...update(version, 0), bot: 'paddler' });

test('who comes back is told what a bot has played since', async () => {
  client.close();
  client = new TableClient('abc', 'secret', 4);
  FakeSocket.last.open();
  // Version 3 was seen before, 5 is somebody else's.
  FakeSocket.last.say(sync(7, { updates: [byBot(3), update(5), byBot(6), update(7)] }));
  await settled();
  expect(client.missed.map(({ version }) => version)).toEqual([6, 7]);
  expect(client.log.map(({ key }) => key)).toEqual(['3.bot', '3.0', '5.0', '6.bot', '6.0', '7.0']);
});

test('what a bot plays while somebody is here, or before their own last turn, is no news', async () => {
  FakeSocket.last.say(sync(5, { updates: [byBot(4), update(5, 0)] }));
  FakeSocket.last.say(sync(6, { updates: [byBot(6)] }));
  await settled();
  expect(client.missed).toEqual([]);
  expect(client.played?.version).toBe(6);
  FakeSocket.last.say(sync(7, { updates: [update(7)] }));
  await settled();
  expect(client.played).toBeNull();
});
