import './browser';

import { render } from 'svelte/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '../src/lib/api';
import { prefs } from '../src/lib/prefs.svelte';
import { own } from '../src/lib/session.svelte';
import { told, timeIn, type Deed } from '../src/moderation/deed';
import { muting, removing } from '../src/moderation/inChat';
import Matter from '../src/moderation/Matter.svelte';
import Moderation from '../src/moderation/Moderation.svelte';
import { OUTCOMES } from '../src/moderation/outcomes';
import type { ReportedMatter } from '../src/protocol';

const sent: [string, string, unknown][] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string, { method, body }: RequestInit) => {
    sent.push([method ?? '', address, JSON.parse(String(body))]);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
});
afterEach(() => {
  sent.length = 0;
  vi.unstubAllGlobals();
  prefs.locale = 'en';
  own.keep(null);
});

test.each<[Deed, string, unknown]>([
  [removing('lobby', 17), '/api/moderation/chats/lobby/lines/17/removal', { why: 'Spam.' }],
  [muting('k7mw', 'Rolf'), '/api/moderation/chats/k7mw/mutes', { name: 'Rolf', muted: true, why: 'Spam.' }],
  [muting('k7mw', 'Rolf', false), '/api/moderation/chats/k7mw/mutes', { name: 'Rolf', muted: false, why: 'Spam.' }],
])('what is done in a chat carries its reason', async (deed, address, body) => {
  await deed.act('Spam.', null, '');
  expect(sent).toEqual([['POST', expect.stringContaining(address), body]]);
});

test('a refusal is told as it concerns moderators', () => {
  const refused = (code: string): ApiError => new ApiError(code, 'as the server says it', 403);
  expect(told(refused('not_yours'))).toBe('You may not do this, or not any more.');
  expect(told(refused('wrong_time'), { wrong_time: () => 'Too late.' })).toBe('Too late.');
  expect(told(refused('offline'))).not.toContain('as the server says it');
});

test('a time is read as the visitor’s clock has it, and nothing is no time', () => {
  expect(timeIn('2026-11-29T12:30')).toBe(new Date(2026, 10, 29, 12, 30).getTime());
  expect(timeIn('')).toBeNull();
  expect(timeIn('tomorrow')).toBeNull();
});

const MATTER: ReportedMatter = {
  number: 3,
  about: 'message',
  place: 'lobby',
  line: 17,
  name: 'Rolf',
  account: 'rolf',
  text: 'You fool',
  filed: [{ at: 0, by: 'Wilma', reason: 'insult', note: 'Again.' }],
  handled: null,
  handled_by: null,
  outcome: null,
  why: null,
};
const shown = (matter: ReportedMatter): string =>
  render(Matter, { props: { matter, act: vi.fn(), show: vi.fn(), onhandled: vi.fn() } }).body;

test('an open report shows who has said what, and how it may be handled', () => {
  const body = shown(MATTER);
  for (const words of ['Wilma', 'Insults or threats', 'Again.', 'Remove the message', 'Mark as handled'])
    expect(body).toContain(words);
  for (const outcome of Object.values(OUTCOMES)) expect(body).toContain(outcome());
});

test('nothing more is done about a report that was handled, nor to the message of one about a person', () => {
  const handled = shown({ ...MATTER, handled: 1, handled_by: 'Mira (mira)', outcome: 'removed' });
  expect(handled).not.toContain('Mark as handled');
  expect(handled).not.toContain('Remove the message');
  const guest = shown({ ...MATTER, about: 'player', place: '', line: 0, account: null });
  expect(guest).not.toContain('Remove the message');
  expect(guest).not.toContain('Look at the person');
});

test('a report from the chat of a tournament leads there, and one from a table to what can be done to it', () => {
  const there = shown({ ...MATTER, place: 'tournament.k7mw' });
  expect(there).toContain('href="/tournaments/k7mw"');
  expect(there).not.toContain('Look at the table');
  expect(shown({ ...MATTER, place: 'k7mw' })).toContain('Look at the table');
  expect(shown(MATTER)).toContain('Chat of the lobby');
});

test('who is not signed in is shown nothing of it', () => {
  vi.stubGlobal('history', { state: null });
  const body = render(Moderation).body;
  expect(body).toContain('Sign in first.');
  expect(body).not.toContain('Reports');
});
