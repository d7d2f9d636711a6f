import { afterEach, expect, test } from 'vitest';

import { ChatClient } from '../src/chat/chat.svelte';
import { FakeSocket } from './browser';

const lines = (you: string | null, told: [number, string, string][] = [], more: object = {}): object => ({
  type: 'lines',
  you,
  muted: [],
  earlier: null,
  lines: told.map(([number, name, text]) => ({
    number,
    at: 0,
    name,
    text,
    seat: null,
    account: null,
    watching: false,
  })),
  ...more,
});
const refused = (code: string): object => ({
  type: 'refused',
  code,
  message: code,
  rule: null,
  reason: null,
  values: {},
});

/** What a test has left open would come again when another file says that the network is back. */
let opened: ChatClient[] = [];
afterEach(() => {
  for (const each of opened) each.close();
  opened = [];
});

function chat(place: string, you: string | null = 'Uma'): ChatClient {
  const made = new ChatClient(place, null);
  opened.push(made);
  FakeSocket.last.open();
  FakeSocket.last.say(lines(you, [], { earlier: false }));
  return made;
}

test('goes on at the next table with what was being written', () => {
  const before = chat('first');
  Object.assign(before, { text: 'Well pl', front: true });
  before.close();
  const next = new ChatClient('second', null, 'first');
  expect([next.text, next.front]).toEqual(['Well pl', true]);
  next.close();
  // What was taken along is not at the old table, too, and the game that begins there goes on with it.
  expect(chat('first').text).toBe('');
  expect(chat('second').text).toBe('Well pl');
});

function write(client: ChatClient, text: string): void {
  client.text = text;
  client.write();
}

test('a refused line is in the field again, and one that arrives is not', () => {
  const client = chat('a');
  write(client, 'one');
  expect(client.text).toBe('');
  FakeSocket.last.say(lines('Uma', [[1, 'Bo', 'hello']]));
  FakeSocket.last.say(refused('too_fast'));
  expect([client.text, client.refused?.code]).toEqual(['one', 'too_fast']);
  client.write();
  FakeSocket.last.say(lines('Uma', [[2, 'Uma', 'one']]));
  FakeSocket.last.say(refused('unknown'));
  expect(client.text).toBe('');
  client.close();
});

test('a refused line comes before what has been written since', () => {
  const client = chat('b');
  write(client, 'one');
  write(client, 'two');
  client.text = 'thr';
  FakeSocket.last.say(lines('Uma', [[1, 'Uma', 'one']]));
  FakeSocket.last.say(refused('too_fast'));
  expect(client.text).toBe('two thr');
  client.close();
});

test('a line that got lost with the connection is in the field again, and one that arrived is not', () => {
  const client = chat('c');
  write(client, 'one');
  write(client, 'two');
  FakeSocket.last.open();
  FakeSocket.last.say(lines('Uma', [[1, 'Uma', 'one']], { earlier: false }));
  expect(client.text).toBe('two');
  client.close();
});

test('a line written while the page connects goes out with the connection, unless it is changed', () => {
  const wrote = (): unknown[] => FakeSocket.last.sent.filter(({ type }) => type === 'write');
  for (const [changed, open] of [
    [false, false],
    [true, false],
    [false, true],
  ]) {
    const client = new ChatClient('e', null);
    opened.push(client);
    if (open) FakeSocket.last.open();
    write(client, 'one');
    expect([client.text, wrote()]).toEqual(['one', []]);
    if (changed) client.text = 'one more';
    if (!open) FakeSocket.last.open();
    FakeSocket.last.say(lines('Uma', [], { earlier: false }));
    expect(client.text).toBe(changed ? 'one more' : '');
    expect(wrote()).toEqual(changed ? [] : [{ type: 'write', text: 'one' }]);
    FakeSocket.last.say(lines('Uma', [[1, 'Bo', 'hello']]));
    expect(wrote()).toHaveLength(changed ? 0 : 1);
    client.close();
  }
});

test('a line written when the connection is known to be gone waits for its writer', () => {
  const client = chat('f');
  dispatchEvent(new Event('offline'));
  write(client, 'one');
  client.text = 'one';
  dispatchEvent(new Event('online'));
  FakeSocket.last.open();
  FakeSocket.last.say(lines('Uma', [], { earlier: false }));
  expect(client.text).toBe('one');
  client.close();
});

test('a guest keeps the name in a place, unless it is taken', () => {
  const first = chat('d', null);
  first.greet('Uma');
  first.close();
  const second = chat('d');
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'hello', name: 'Uma' });
  FakeSocket.last.say(refused('name_taken'));
  second.close();
  const third = chat('d', null);
  expect(FakeSocket.last.sent[0]).toMatchObject({ name: null });
  third.close();
});

test('whoever takes a seat goes on in the same chat, and writes under the name there', () => {
  const client = chat('e', null);
  client.greet('Uma');
  client.text = 'half a li';
  const count = FakeSocket.all.length;
  client.sit('secret');
  expect(FakeSocket.all).toHaveLength(count);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'hello', token: 'secret', name: null });
  expect(client.text).toBe('half a li');
  client.close();
});

test('a report is answered by itself, beside lines that are refused', async () => {
  const client = chat('told');
  const taken = client.report(2, 'insult', 'Again');
  expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'report', number: 2, reason: 'insult', note: 'Again' });
  FakeSocket.last.say({ type: 'reported', number: 2 });
  expect(await taken).toBeNull();
  // A line that was on its way before is refused first, and is there again.
  write(client, 'Hello');
  const full = client.report(3, 'other', '');
  FakeSocket.last.say(refused('muted'));
  expect([client.text, client.refused?.code]).toEqual(['Hello', 'muted']);
  FakeSocket.last.say(refused('full'));
  expect((await full)?.code).toBe('full');
  expect(client.refused?.code).toBe('muted');
});
