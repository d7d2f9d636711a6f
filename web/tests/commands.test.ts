import { describe, expect, test, vi } from 'vitest';

import { carryOut, COMMANDS, completions, type All, help, isCommand } from '../src/chat/commands';
import { locales, overwriteGetLocale } from '../src/paraglide/runtime.js';

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

describe.each(locales)('commands in %s', (locale) => {
  test('help lists exactly what exists', () => {
    speak(locale);
    const listed = help().map((line) => /^\/(\S+) – ./.exec(line)?.[1]);
    expect(listed).toEqual(COMMANDS.map(({ name }) => name()));
    expect(carryOut('/help', doing())).toEqual(help());
    const does = doing();
    for (const name of listed.filter((each) => each !== COMMANDS.at(-1)?.name())) carryOut(`/${name}`, does);
    for (const act of Object.values(does)) expect(act).toHaveBeenCalledTimes(1);
  });

  test('each has one name, and the English one works, too', () => {
    speak(locale);
    const names = COMMANDS.map(({ name }) => name());
    expect(new Set(names).size).toBe(COMMANDS.length);
    for (const { verb, name } of COMMANDS) {
      // No name is the English one of another command.
      expect(COMMANDS.filter((other) => other.verb === name() && other.verb !== verb)).toEqual([]);
      expect(carryOut(`/${verb} x`, doing())).toEqual(carryOut(`/${name()} x`, doing()));
    }
  });
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

test('commands and what they take are completed', () => {
  speak('en');
  const offered = (text: string): string[] =>
    completions(text, ['Anna', 'Bo'], ['Paddler', 'Guide']).map((each) => each.text);
  expect(offered('/')).toHaveLength(COMMANDS.length);
  expect(offered('/sp')).toEqual(['/spectate']);
  expect(offered('/mute ')).toEqual(['/mute Anna', '/mute Bo']);
  expect(offered('/mute b')).toEqual(['/mute Bo']);
  expect(offered('/bot g')).toEqual(['/bot Guide']);
  expect(offered('/undo ')).toEqual([]);
  expect(offered('hello')).toEqual([]);
  speak('fr');
  expect(offered('/re')).toEqual(['/rejoindre ', '/regarder']);
  expect(offered('/spec')).toEqual(['/regarder']);
});
