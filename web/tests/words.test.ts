import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { botWords, levelOf } from '../src/bots/words';
import { words } from '../src/boards/niagara/words';
import { m } from '../src/paraglide/messages.js';
import { prefs } from '../src/lib/prefs.svelte';
import { locales } from '../src/paraglide/runtime.js';
import type { NiagaraAction as Action, NiagaraEvent as Event } from '../src/protocol';
import { view } from './fixtures';

const ACTIONS: Record<Action['kind'], Action> = {
  card: { kind: 'card', id: 0, text: '', card: 'cloud' },
  decline: { kind: 'decline', id: 0, text: '' },
  rescue: { kind: 'rescue', id: 0, text: '', canoe: 'a', gem: 'ruby' },
  weather: { kind: 'weather', id: 0, text: '', step: 1 },
  paddle: { kind: 'paddle', id: 0, text: '', canoe: 'a', to: '6L' },
  unload: { kind: 'unload', id: 0, text: '', canoe: 'a', gem: 'amber' },
  load: { kind: 'load', id: 0, text: '', canoe: 'a', gem: 'amethyst' },
  steal: { kind: 'steal', id: 0, text: '', victim: 1, canoe: 'b', gem: 'diamond' },
  spare: { kind: 'spare', id: 0, text: '' },
  stay: { kind: 'stay', id: 0, text: '' },
  stop: { kind: 'stop', id: 0, text: '' },
  moose: { kind: 'moose', id: 0, text: '', canoe: 'b' },
  tie: { kind: 'tie', id: 0, text: '' },
  swept: { kind: 'swept', id: 0, text: '', canoe: 'a', to: '6R' },
  joe_take: { kind: 'joe_take', id: 0, text: '' },
  joe_give: { kind: 'joe_give', id: 0, text: '', gem: 'ruby' },
  joe_swap: { kind: 'joe_swap', id: 0, text: '', gem: 'amber' },
};

const EVENTS: Record<Event['kind'], Event> = {
  round: { kind: 'round', number: 2, first: 1 },
  rescued: { kind: 'rescued', seat: 1, canoe: 'a', gem: 'ruby' },
  sits_out: { kind: 'sits_out', seat: 1, canoe: 'a' },
  revealed: { kind: 'revealed', seat: 1, card: '4' },
  weather: { kind: 'weather', seat: 1, before: 0, after: -1 },
  paddled: { kind: 'paddled', seat: 1, canoe: 'a', start: '3', end: '6L' },
  unloaded: { kind: 'unloaded', seat: 1, canoe: 'a', gem: 'amber', site: 1 },
  loaded: { kind: 'loaded', seat: 1, canoe: 'a', gem: 'amber', site: 1 },
  stolen: { kind: 'stolen', seat: 1, canoe: 'a', victim: 2, victim_canoe: 'b', gem: 'amber' },
  banked: { kind: 'banked', seat: 1, canoe: 'a', gem: 'amber' },
  goal: { kind: 'goal', seat: 1, goal: 'seven' },
  idle: { kind: 'idle', seat: 1 },
  river: { kind: 'river', pushes: 1, lowest: 2, weather: -1 },
  push: {
    kind: 'push',
    number: 1,
    arm: 'L',
    canoes: [{ seat: 1, canoe: 'a', place: 'lost', gems: ['ruby', 'amber'] }],
    others: [],
  },
  preserver: { kind: 'preserver', seat: 1 },
  cards_back: { kind: 'cards_back' },
  tied: { kind: 'tied', seat: 1 },
  moose_taken: { kind: 'moose_taken', seat: 1, canoe: 'a' },
  moose_free: { kind: 'moose_free', seat: 1, canoe: 'a' },
  swirled: { kind: 'swirled', seat: 1, canoe: 'a', start: '4', end: '5' },
  swept: { kind: 'swept', seat: 1, canoe: 'a', start: '7L', end: 'lost', gems: ['ruby'] },
  beaver: { kind: 'beaver', place: '1' },
  beaver_fell: { kind: 'beaver_fell' },
  joe_loaded: { kind: 'joe_loaded', gem: 'diamond', site: 1 },
  joe_paddled: { kind: 'joe_paddled', start: '4', end: '2' },
  joe_fell: { kind: 'joe_fell', gem: 'diamond' },
  joe_restarted: { kind: 'joe_restarted', place: '1' },
  joe_took: { kind: 'joe_took', seat: 1, canoe: 'a', gem: 'diamond' },
  joe_gave: { kind: 'joe_gave', seat: 1, canoe: 'a', gem: 'ruby' },
  joe_swapped: { kind: 'joe_swapped', seat: 1, canoe: 'a', gem: 'ruby', joe_gem: 'diamond' },
  over: { kind: 'over', ranking: [2, 1, 2], winners: [1] },
};

const BOTS = ['random', 'paddler', 'voyageur', 'scout', 'guide'];

/** Told by the event after them. */
const SILENT = new Set<Event['kind']>(['preserver']);
const name = (seat: number): string => ['Ann', 'Bob', 'Cleo'][seat] ?? '?';
const setting = { view: view(), decisions: [], legal: [], complete: false, confirmed: false, name };

describe.each(locales)('in %s', (locale) => {
  test.each(Object.values(ACTIONS))('the decision $kind has its words', (action) => {
    prefs.locale = locale;
    const text = words.action(action, setting);
    expect(text).not.toMatch(/niagara_|undefined|\{/);
    expect(text.charAt(0)).toBe(text.charAt(0).toUpperCase());
  });

  test.each(Object.values(EVENTS))('the event $kind has its sentence', (event) => {
    prefs.locale = locale;
    const text = words.event(event, name);
    if (SILENT.has(event.kind)) expect(text).toBeNull();
    else expect(text).toMatch(/^[^{}]+[.!]$/);
    expect(text ?? '').not.toMatch(/niagara_|undefined/);
  });

  test.each(BOTS)('the bot %s has a name, a strength and a sentence', (bot) => {
    prefs.locale = locale;
    expect(botWords(bot).label).toMatch(/^\p{Lu}\p{L}+( \p{L}+)?$/u);
    expect(botWords(bot).help).toMatch(/^[^{}]+\.$/);
    expect(levelOf(bot)).toBeGreaterThan(0);
  });

  test('plurals are right', () => {
    prefs.locale = locale;
    const one = words.event({ kind: 'river', pushes: 1, lowest: 2, weather: -1 }, name);
    const two = words.event({ kind: 'river', pushes: 2, lowest: 2, weather: 0 }, name);
    expect(one?.replace('1', '2').replace('−2', '0')).not.toBe(two);
  });
});

type Message = string | [{ declarations: string[]; match: Record<string, string> }];

const PLUGIN = 'plugin.inlang.messageFormat';
const SETTINGS = JSON.parse(readFileSync('project.inlang/settings.json', 'utf8')) as Record<
  typeof PLUGIN,
  { pathPattern: string[] }
>;
const CATALOGUES = SETTINGS[PLUGIN].pathPattern;
const GAMES = '../src/eddyline/games';

const messages = (catalogue: string, locale: string): Record<string, Message> => {
  const { $schema: _, ...found } = JSON.parse(readFileSync(catalogue.replace('{locale}', locale), 'utf8')) as Record<
    string,
    Message
  >;
  return found;
};

/** What a message names, and what it chooses by. */
function named(message: Message): string[] {
  const texts = typeof message === 'string' ? [message] : Object.entries(message[0].match).flat();
  return texts.flatMap((text) => text.match(/(?<=\{)\w+|\w+(?==)/g) ?? []);
}

test('the settings know every catalogue of messages', () => {
  const ours = readdirSync('messages').map((part) => `./messages/${part}/{locale}.json`);
  const games = readdirSync(GAMES).map((game) => `${GAMES}/${game}/words/messages/{locale}.json`);
  const found = games.filter((catalogue) => existsSync(catalogue.replace('{locale}', 'en')));
  expect([...CATALOGUES].sort()).toEqual([...ours, ...found].sort());
});

test.each(CATALOGUES)('%s has every message in every language, and none names more than in English', (catalogue) => {
  const english = messages(catalogue, 'en');
  for (const locale of locales) {
    const others = messages(catalogue, locale);
    expect(Object.keys(others).sort()).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries(others))
      expect(named(english[key] ?? ''), key).toEqual(expect.arrayContaining(named(message)));
  }
});

test('every message is said somewhere', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((file) => /\.(ts|svelte)$/.test(file))
    .map((file) => readFileSync(`src/${file}`, 'utf8'));
  const said = new Set(sources.join('\n').match(/\bm\.\w+/g));
  for (const catalogue of CATALOGUES)
    expect(Object.keys(messages(catalogue, 'en')).filter((key) => !said.has(`m.${key}`))).toEqual([]);
});

test.each([
  ['en', '6L 7R 3'],
  ['de', '6L 7R 3'],
  ['fr', '6G 7D 3'],
  ['it', '6S 7D 3'],
] as const)('discs are marked in %s as that language calls left and right', (locale, marks) => {
  prefs.locale = locale;
  expect((['6L', '7R', '3'] as const).map((place) => m.niagara_place({ place })).join(' ')).toBe(marks);
});
