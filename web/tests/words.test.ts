import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { botWords, levelOf } from '../src/bots/words';
import { words } from '../src/boards/niagara/words';
import { m } from '../src/boards/niagara/messages';
import { prefs } from '../src/lib/prefs.svelte';
import { dotted } from '../src/lib/words';
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

const BOTS = ['random', 'drifter', 'camper', 'paddler', 'voyageur', 'scout', 'guide'];

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

  test.each(BOTS)('the bot %s has a name, a sentence, and a strength unless it draws', (bot) => {
    prefs.locale = locale;
    expect(botWords(bot).label).toMatch(/^\p{Lu}\p{L}+( \p{L}+)?$/u);
    expect(botWords(bot).help).toMatch(/^[^{}]+\.$/);
    expect(levelOf(bot) === null).toBe(bot === 'random');
  });
});

type Message = string | [{ declarations: string[]; selectors: string[]; match: Record<string, string> }];

/** Paths are as seen from the folder of a project. */
const PROJECTS = import.meta.glob<{ 'plugin.inlang.messageFormat': { pathPattern: string[] } }>(
  '../src/**/project.inlang/settings.json',
  { eager: true, import: 'default' },
);
const CATALOGUES = Object.entries(PROJECTS).flatMap(([path, { 'plugin.inlang.messageFormat': format }]) =>
  format.pathPattern.map((pattern) => join(path.slice('../'.length), '../..', pattern)),
);
const GAMES = '../src/eddyline/games';

const messages = (catalogue: string, locale: string): Record<string, Message> => {
  const { $schema: _, ...found } = JSON.parse(readFileSync(catalogue.replace('{locale}', locale), 'utf8')) as Record<
    string,
    Message
  >;
  return found;
};

const PLURAL = /^local (\w+) = (\w+): plural(?: type=(ordinal))?$/;

/** The categories of plural that a message chooses by, with what they count. */
function plurals(message: Message): { name: string; count: string; type: 'cardinal' | 'ordinal' }[] {
  if (typeof message === 'string') return [];
  return message[0].declarations.flatMap((line) => {
    const [, name = '', count = '', ordinal] = PLURAL.exec(line) ?? [];
    return name ? [{ name, count, type: ordinal ? ('ordinal' as const) : ('cardinal' as const) }] : [];
  });
}

/** What a message names, and what it chooses by. */
function named(message: Message): string[] {
  const texts = typeof message === 'string' ? [message] : Object.entries(message[0].match).flat();
  const names = texts.flatMap((text) => text.match(/(?<=\{)\w+|\w+(?==)/g) ?? []);
  const counted = plurals(message);
  return names.map((each) => counted.find(({ name }) => name === each)?.count ?? each);
}

test('the settings know every catalogue of messages', () => {
  const ours = readdirSync('messages').map((part) => `messages/${part}/{locale}.json`);
  const games = readdirSync(GAMES).flatMap((game) =>
    ['messages', 'refusals'].map((part) => `${GAMES}/${game}/words/${part}/{locale}.json`),
  );
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

type Say = (inputs: Record<string, unknown>) => string;
const VOCABULARIES = Object.values(
  import.meta.glob<Record<string, Say>>('../src/**/messages.ts', { eager: true, import: 'm' }),
);
/** Say a message of whatever part of the client; only one knows it. */
const say = (key: string, inputs: Record<string, unknown>): string | undefined =>
  VOCABULARIES.map((m) => m[key]?.(inputs)).find((text) => text !== '');
const allIn = (locale: string): [string, Message][] =>
  CATALOGUES.flatMap((catalogue) => Object.entries(messages(catalogue, locale)));
/** Values that messages choose by, and that count nothing. */
const NUMBERED = ['colour', 'level', 'pattern', 'step'];

/** A choice of a message: for which values its text is. */
const wanted = (choice: string): Record<string, string> =>
  Object.fromEntries(choice.split(', ').map((each) => each.split('=') as [string, string]));

test.each(locales)('in %s what is counted has the plural that CLDR knows', (locale) => {
  prefs.locale = locale;
  for (const [key, message] of allIn(locale)) {
    if (typeof message === 'string') continue;
    const choices = Object.entries(message[0].match).map(([choice, text]) => ({ for: wanted(choice), text }));
    for (const { for: values } of choices)
      expect(
        Object.keys(values).filter((name) => values[name] === '1' && !NUMBERED.includes(name)),
        key,
      ).toEqual([]);
    for (const { name, count, type } of plurals(message))
      for (const value of [0, 1, 2, 5, 1_000_000]) {
        const category = new Intl.PluralRules(locale, { type }).select(value);
        const inputs = Object.fromEntries(named(message).map((each) => [each, each === count ? value : `<${each}>`]));
        const found = choices.find((choice) =>
          Object.entries(choice.for).every(
            ([each, one]) => one === '*' || one === String({ ...inputs, [name]: category }[each]),
          ),
        );
        // A number of its own, such as "no tricks", or a category that is named.
        expect([found?.for[count], found?.for[name]], `${key} ${value}`).toContain(
          found?.for[count] === '0' ? '0' : category,
        );
        const text = found?.text.replace(/\{(\w+)\}/g, (_, each: string) =>
          each === count ? new Intl.NumberFormat(locale, { useGrouping: 'min2' }).format(value) : String(inputs[each]),
        );
        expect(say(key, inputs), key).toBe(text);
      }
  }
});

/** What stands after a number and is the same after every other. */
const SAME =
  /^(of|to|and|in|left|this|if|with|are|bis|von|und|übrig|an|ansagen|sind|Zeichen|à|sur|et|cette|avec|si|pas|a|su|di|con|se|d|h|min)$/;

test.each(locales)('in %s a word after a number agrees with it', (locale) => {
  const counts = [
    'count',
    'points',
    'tricks',
    'cards',
    'used',
    'left',
    'lapsed',
    'distance',
    'cost',
    'best',
    'most',
    'got',
    'wanted',
    'players',
    'total',
    'rounds',
    'games',
    'finished',
    'seconds',
    'length',
    'open',
  ];
  for (const [key, message] of allIn(locale)) {
    const texts = typeof message === 'string' ? [message] : Object.values(message[0].match);
    const agreeing = plurals(message).map(({ count }) => count);
    for (const text of texts)
      for (const [, count = '', word = ''] of text.matchAll(/\{(\w+)\}[ \u00a0](\p{L}+)/gu))
        if (counts.includes(count) && !SAME.test(word)) expect(agreeing, `${key}: ${text}`).toContain(count);
  }
});

test('every message is said somewhere', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((file) => /\.(ts|svelte)$/.test(file))
    .map((file) => readFileSync(`src/${file}`, 'utf8'));
  const said = new Set(sources.join('\n').match(/(?<=\b(?:m|common|offline)\.)\w+/g));
  for (const catalogue of CATALOGUES)
    expect(Object.keys(messages(catalogue, 'en')).filter((key) => !said.has(key))).toEqual([]);
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

test('facts that are missing leave no dot, and no line begins with one', () => {
  expect(dotted(['a', false, null, '', 'b', 'c'])).toBe('a\u00a0· b\u00a0· c');
  expect(dotted([null, 'a'])).toBe('a');
  expect(dotted([false, null])).toBe('');
});
