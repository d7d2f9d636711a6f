import { describe, expect, test, vi } from 'vitest';

import {
  type All,
  carryOut,
  COMMANDS,
  completions,
  entersInto,
  help,
  isCommand,
  type Known,
} from '../src/chat/commands';
import { anywhere, beforeStart, whilePlaying } from '../src/chat/doing';
import { m } from '../src/lib/messages';
import type { TableClient } from '../src/lib/table.svelte';
import type { SeatInfo, TableInfo } from '../src/protocol';
import { locales, overwriteGetLocale } from '../src/paraglide/runtime.js';

const known: Known = { names: ['Anna', 'Bo'], bots: ['Paddler', 'Guide'], rules: () => ['N-SET-1', 'N-MOVE-1'] };
const speak = (locale: (typeof locales)[number]): void => overwriteGetLocale(() => locale);

function doing(): Record<keyof All, ReturnType<typeof vi.fn<(rest?: string) => string>>> {
  const act = () => vi.fn((rest?: string) => `done ${rest ?? ''}`);
  return {
    join: act(),
    start: act(),
    bot: act(),
    leave: act(),
    kick: act(),
    spectate: act(),
    rules: act(),
    why: act(),
    undo: act(),
    time: act(),
    mute: act(),
  };
}

/** What Enter does with a text: takes what is offered, or carries it out and tells. */
function enter(text: string, does: All): string[] | 'completes' {
  const [offered] = completions(text, does, known);
  return offered && entersInto(text, offered) ? 'completes' : carryOut(text, does);
}

describe.each(locales)('commands on a page in %s', (locale) => {
  test('help lists exactly what exists', () => {
    speak(locale);
    const listed = help(doing()).map((line) => /^\/(\S+) – ./.exec(line)?.[1]);
    expect(listed).toEqual(COMMANDS.map(({ names }) => names[locale]));
  });

  test.each(locales)('Enter sends each as it is called in %s, once', (language) => {
    speak(locale);
    for (const { verb, names, takes } of COMMANDS)
      for (const word of [names[language], names[language].toUpperCase(), names[language].normalize('NFD')]) {
        const does = doing();
        const after = takes === 'name' ? ' Bo' : '';
        const told = enter(`/${word}${after}`, does);
        expect(told, word).toEqual(verb === 'help' ? help(does) : [`done ${after.trim()}`]);
        const acted = Object.entries(does).flatMap(([act, { mock }]) => mock.calls.map(() => act));
        expect(acted, word).toEqual(verb === 'help' ? [] : [verb]);
      }
  });

  test.each(locales)('refusals of words in %s name commands as the page does', (language) => {
    speak(locale);
    const called = (verb: string): string => `/${COMMANDS.find((each) => each.verb === verb)?.names[locale] ?? ''}`;
    const word = (verb: string): string => `/${COMMANDS.find((each) => each.verb === verb)?.names[language] ?? ''}`;
    expect(enter(word('undo'), { mute: () => '' })).toEqual([m.chat_not_now({ command: called('undo') })]);
    expect(enter(word('kick'), doing())).toEqual([m.chat_whom({ command: called('kick') })]);
    expect(enter('/dance', doing())).toEqual([m.chat_unknown({ command: '/dance', help: called('help') })]);
    expect(m.chat_unknown({ command: '', help: called('help') })).toContain(called('help'));
  });
});

test('no two commands have a name in common', () => {
  const named = COMMANDS.flatMap(({ names }) => [...new Set(Object.values(names))]);
  expect(new Set(named).size).toBe(named.length);
});

test('a command that is unknown, or not possible now, is answered', () => {
  speak('en');
  expect(carryOut('/dance', doing())).toEqual(['There is no command /dance. /help lists them all.']);
  expect(carryOut('/undo', { mute: () => '' })).toEqual(['/undo is not possible here right now.']);
  expect(carryOut('/mute Bo', { mute: () => '' })).toEqual([]);
});

test('what begins with one slash is a command, with two a line', () => {
  expect([isCommand('/help'), isCommand('//help'), isCommand('help')]).toEqual([true, false, false]);
});

test('where only some commands do something, only these are listed and completed', () => {
  speak('en');
  const lobby: All = { ...anywhere('niagara'), mute: () => '' };
  const listed = ['/join', '/leave', '/rules', '/mute', '/help'];
  expect(help(lobby).map((line) => line.split(' ')[0])).toEqual(listed);
  expect(completions('/', lobby, known).map(({ text }) => text.trim())).toEqual(listed);
  expect(carryOut('/start', lobby)).toEqual([m.chat_not_now({ command: '/start' })]);
});

test('a command that needs a name asks for it', () => {
  speak('en');
  const does = doing();
  expect(carryOut('/kick', does)).toEqual(['Whom? Add a name: /kick name']);
  expect(carryOut('/mute ', does)).toEqual(['Whom? Add a name: /mute name']);
  expect(does.kick).not.toHaveBeenCalled();
});

test('Enter completes what has been begun, and sends what is whole', () => {
  speak('en');
  const enters = (text: string): boolean[] => completions(text, doing(), known).map((each) => entersInto(text, each));
  expect(enters('/und')).toEqual([true]);
  expect(enters('/undo')).toEqual([false]);
  expect(enters('/bot g')).toEqual([true]);
  expect(enters('/bot ')).toEqual([false, false]);
  // Bo is whole, although Bob begins with it.
  expect(completions('/mute Bo', doing(), { ...known, names: ['Bo', 'Bob'] })).toEqual([]);
});

const seat = (number: number, name: string): SeatInfo =>
  ({ seat: number, kind: name ? 'human' : 'open', name }) as SeatInfo;

function lobbyOf(seats: SeatInfo[], join = vi.fn()): { doing: All; join: typeof join } {
  const table = { id: 'x', game: 'niagara', host: 0, seats, pace: { clock: null } } as unknown as TableInfo;
  const client = { you: 0, at: 0, say: vi.fn() } as unknown as TableClient;
  return { doing: { ...beforeStart({ client, table, bots: [], join, dismiss: vi.fn() }), mute: () => '' }, join };
}

test('whoever sits at a table is told so, and nobody removes themselves', () => {
  speak('en');
  const { doing, join } = lobbyOf([seat(0, 'Ann'), seat(1, ''), seat(2, '')]);
  expect(carryOut('/join', doing)).toEqual(['You have a seat here already.']);
  expect(carryOut('/kick ann', doing)).toEqual(['That is your own name; this command is for others.']);
  // Names are taken for the same as on the server: without accents and spaces.
  expect(carryOut('/kick ÄNN', doing)).toEqual(carryOut('/kick Ann', doing));
  expect(carryOut('/kick A nn', doing)).toEqual(carryOut('/kick Ann', doing));
  expect(carryOut('/kick Bo', doing)).toEqual(['Nobody here is called “Bo”.']);
  expect(join).not.toHaveBeenCalled();
});

test('a question about nothing is answered', () => {
  speak('en');
  const table = { game: 'niagara', seats: [], pace: {} } as unknown as TableInfo;
  const client = { you: 0, at: 0 } as unknown as TableClient;
  for (const [something, said] of [
    [true, []],
    [false, ['There is nothing to ask about now.']],
  ] as const)
    expect(carryOut('/why', { ...whilePlaying(client, table, () => something), mute: () => '' })).toEqual(said);
});

test('the clock is told as it is now', () => {
  speak('en');
  vi.spyOn(performance, 'now').mockReturnValue(100_000);
  const seats = [
    { ...seat(0, 'Ann'), left: [60, 600], taken: 0, vacation: null },
    { ...seat(1, 'Bo'), left: [60, 600], taken: null, vacation: null },
  ];
  const table = { game: 'niagara', seats, pace: { clock: null } } as unknown as TableInfo;
  const told = (at: number): string[] | undefined =>
    carryOut('/time', {
      ...whilePlaying({ you: 0, at } as unknown as TableClient, table, () => true),
      mute: () => '',
    })[0]
      ?.split('\n')
      .slice(1);
  expect(told(68_000)).toEqual(['Ann: 0:28 + 10:00', 'Bo: 1:00 + 10:00']);
  expect(told(10_000)).toEqual(['Ann: 9:30', 'Bo: 1:00 + 10:00']);
  vi.restoreAllMocks();
});

test('commands and what they take are completed', () => {
  speak('en');
  const offered = (text: string): string[] => completions(text, doing(), known).map((each) => each.text);
  expect(offered('/')).toHaveLength(COMMANDS.length);
  expect(offered('/sp')).toEqual(['/spectate']);
  expect(offered('/mute ')).toEqual(['/mute Anna', '/mute Bo']);
  expect(offered('/mute b')).toEqual(['/mute Bo']);
  expect(offered('/bot g')).toEqual(['/bot Guide']);
  expect(offered('/rules n-m')).toEqual(['/rules N-MOVE-1']);
  expect(offered('/undo ')).toEqual([]);
  expect(offered('hello')).toEqual([]);
  speak('fr');
  expect(offered('/re')).toEqual(['/rejoindre ', '/regarder', '/règles ']);
  expect(offered('/spec')).toEqual(['/regarder']);
  // What is whole is only explained, in the language in which it was written.
  expect(offered('/join')).toEqual(['/join ']);
  expect(offered('/REGLES')).toEqual(['/REGLES ']);
  expect(offered('/regl')).toEqual(['/règles ']);
});
