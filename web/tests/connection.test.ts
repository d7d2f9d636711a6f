import { FakeSocket } from './browser';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Connection, type Link } from '../src/lib/connection';
import { outdated } from '../src/lib/outdated.svelte';
import { type ToClient, WIRE } from '../src/protocol';

let links: Link[];
let heard: ToClient[];
let since: number;

let connection: Connection;

function connect(): Connection {
  return (connection = new Connection('/ws/tables/abc', {
    hello: () => ({ type: 'hello', token: 'secret', since }),
    heard: (message: ToClient) => heard.push(message),
    link: (state) => links.push(state),
  }));
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  [links, heard, since] = [[], [], 0];
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

test('introduces itself first, and is live when it is answered', () => {
  connect();
  FakeSocket.last.open();
  expect(FakeSocket.last.url).toBe(`ws://table.test/ws/tables/abc?wire=${WIRE}`);
  expect(FakeSocket.last.sent).toEqual([{ type: 'hello', token: 'secret', since: 0 }]);
  FakeSocket.last.say({ type: 'delta' });
  expect(links).toEqual(['connecting', 'live']);
});

test('comes back by itself and says what it has seen', () => {
  connect();
  FakeSocket.last.open();
  FakeSocket.last.say({ type: 'delta' });
  since = 7;
  FakeSocket.last.fail();
  expect(links.at(-1)).toBe('connecting');
  vi.advanceTimersByTime(400);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.open();
  FakeSocket.last.say({ type: 'delta' });
  expect(FakeSocket.last.sent[0]).toMatchObject({ since: 7 });
  expect(links.at(-1)).toBe('live');
});

test('says nothing of a short absence, and everything of a long one', () => {
  connect();
  FakeSocket.last.open();
  FakeSocket.last.say({ type: 'delta' });
  FakeSocket.last.fail(1012);
  vi.advanceTimersByTime(400);
  FakeSocket.last.open();
  FakeSocket.last.say({ type: 'delta' });
  vi.advanceTimersByTime(10_000);
  expect(links).not.toContain('lost');
  FakeSocket.last.fail();
  for (let i = 0; i < 10; i += 1) {
    vi.advanceTimersByTime(400);
    FakeSocket.last.fail();
  }
  expect(links.at(-1)).toBe('lost');
  vi.advanceTimersByTime(8_000);
  FakeSocket.last.open();
  FakeSocket.last.say({ type: 'delta' });
  expect(links.at(-1)).toBe('live');
});

test('what waits goes out after the introduction, unless it has been told that nobody is there', () => {
  connect();
  expect(connection.send({ type: 'ping' })).toBe(false);
  expect(connection.send({ type: 'start' }, true)).toBe(true);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent).toEqual([{ type: 'hello', token: 'secret', since: 0 }, { type: 'start' }]);
  FakeSocket.last.say({ type: 'delta' });
  FakeSocket.last.fail();
  expect(connection.send({ type: 'resign' }, true)).toBe(true);
  vi.advanceTimersByTime(4_000);
  expect(links.at(-1)).toBe('lost');
  expect(connection.send({ type: 'resign' }, true)).toBe(false);
  connection.retry();
  FakeSocket.last.open();
  expect(FakeSocket.last.sent).toHaveLength(1);
});

test('says at once that the machine is offline', () => {
  connect();
  FakeSocket.last.open();
  FakeSocket.last.say({ type: 'delta' });
  dispatchEvent(new Event('offline'));
  expect(links.at(-1)).toBe('lost');
});

test('waits longer after each failure, but never more than a few seconds', () => {
  connect();
  for (let i = 0; i < 12; i += 1) {
    FakeSocket.last.fail();
    vi.advanceTimersByTime(8_000);
  }
  expect(FakeSocket.all).toHaveLength(13);
});

test('waits longer after each refusal, too', () => {
  connect();
  for (let i = 0; i < 12; i += 1) {
    FakeSocket.last.open();
    FakeSocket.last.say({ type: 'refused', code: 'too_fast', message: '' });
    FakeSocket.last.fail(1013);
    vi.advanceTimersByTime(3_999);
    if (i > 6) expect(FakeSocket.all).toHaveLength(i + 1);
    vi.advanceTimersByTime(4_001);
  }
  expect(FakeSocket.all).toHaveLength(13);
  expect(links).not.toContain('live');
});

test('stays away after a final refusal when the network comes and goes', () => {
  connect();
  FakeSocket.last.open();
  FakeSocket.last.fail(4404);
  dispatchEvent(new Event('offline'));
  vi.advanceTimersByTime(60_000);
  expect(links.at(-1)).toBe('refused');
  expect(FakeSocket.all).toHaveLength(1);
});

test('says that the page is outdated when the server is of another version, and does not come again', () => {
  connect();
  FakeSocket.last.open();
  FakeSocket.last.say({ type: 'refused', code: 'other_version', message: 'Load the page again.' });
  expect(outdated.is).toBe(false);
  FakeSocket.last.fail(4415);
  expect(outdated.is).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect([links.at(-1), FakeSocket.all.length]).toEqual(['refused', 1]);
  outdated.is = false;
});

test('notices a socket that only looks open', () => {
  connect();
  FakeSocket.last.open();
  FakeSocket.last.say({ type: 'delta' });
  vi.advanceTimersByTime(20_000);
  expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' });
  vi.advanceTimersByTime(8_000);
  expect(links.at(-1)).toBe('connecting');
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(400);
  expect(FakeSocket.all).toHaveLength(2);
});

test('a chat asks half as often, and at once when the connection beside it is lost', () => {
  connect();
  const table = FakeSocket.last;
  const listener = { beside: true, hello: () => ({ type: 'ping' }) as const, heard: vi.fn(), link: vi.fn() };
  const chat = new Connection('/api/chat/abc', listener);
  const beside = FakeSocket.last;
  for (const [socket, type] of [
    [table, 'delta'],
    [beside, 'lines'],
  ] as const) {
    socket.open();
    socket.say({ type });
  }
  const pings = (socket: FakeSocket): number => socket.sent.filter(({ type }) => type === 'ping').length - 1;
  for (let i = 0; i < 6; i += 1) {
    vi.advanceTimersByTime(20_000);
    for (const socket of [table, beside]) socket.say({ type: 'pong' });
  }
  expect([pings(table) + 1, pings(beside)]).toEqual([6, 3]);
  table.fail();
  expect(pings(beside)).toBe(4);
  chat.close();
});

test('asks at once after sleep', () => {
  connect();
  FakeSocket.last.open();
  FakeSocket.last.say({ type: 'delta' });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' });
});

test.each([4404, 4410, 4411, 4412])(
  'does not ask again for a table that does not exist or stays closed (%i)',
  (code) => {
    connect();
    FakeSocket.last.open();
    FakeSocket.last.fail(code);
    vi.advanceTimersByTime(60_000);
    expect(links.at(-1)).toBe('refused');
    expect(FakeSocket.all).toHaveLength(1);
  },
);

test('tries again every 30 seconds where too many are watching, and says nothing new meanwhile', () => {
  connect();
  const full = { type: 'refused', code: 'full', message: '', rule: null, reason: null, values: {} } as const;
  for (const attempt of [1, 2]) {
    expect(FakeSocket.all).toHaveLength(attempt);
    FakeSocket.last.open();
    FakeSocket.last.say(full);
    FakeSocket.last.fail(4413);
    vi.advanceTimersByTime(29_999);
    expect(FakeSocket.all).toHaveLength(attempt);
    expect(links).toEqual(['connecting', ...Array<string>(attempt).fill('refused')]);
    vi.advanceTimersByTime(1);
  }
  FakeSocket.last.open();
  FakeSocket.last.say({ type: 'delta' });
  expect(links.at(-1)).toBe('live');
});

test('does not push out another window of this player', () => {
  connect();
  FakeSocket.last.open();
  FakeSocket.last.fail(4409);
  vi.advanceTimersByTime(60_000);
  expect(links.at(-1)).toBe('elsewhere');
  expect(FakeSocket.all).toHaveLength(1);
});

test('is quiet once closed', () => {
  connect();
  FakeSocket.last.open();
  connection.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(connection.send({ type: 'ping' })).toBe(false);
});

test('closes a socket that is not open yet when it opens, of which no browser warns', () => {
  connect();
  const socket = FakeSocket.last;
  connection.close();
  expect(socket.readyState).toBe(FakeSocket.CONNECTING);
  socket.open();
  expect(socket.readyState).toBe(3);
  expect(socket.sent).toEqual([]);
});

test('does not wait for a socket that never opens', () => {
  connect();
  const hanging = FakeSocket.last;
  dispatchEvent(new Event('offline'));
  expect(hanging.readyState).toBe(3);
});
