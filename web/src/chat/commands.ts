import { m } from '../paraglide/messages.js';

/**
 * What commands do; each is what a button does, and returns what is to be told about it, or nothing: ''. Where something
 * is not possible at all, it is missing.
 */
export interface Doing {
  /** Take a free seat, or go to the table that a link or code means. */
  join?: (where: string) => string;
  start?: () => string;
  /** Put a bot on a free seat; an empty name: the recommended one. */
  bot?: (name: string) => string;
  leave?: () => string;
  kick?: (name: string) => string;
  spectate?: () => string;
  rules?: (rule: string) => string;
  why?: () => string;
  undo?: () => string;
  time?: () => string;
}

/** The same, with what every chat can do by itself. */
export interface All extends Doing {
  mute: (name: string) => string;
}

export type Verb = keyof All | 'help';

interface Command {
  readonly verb: Verb;
  /** What it is called in the language spoken; the English name always works, too. */
  readonly name: () => string;
  /** What comes after it. */
  readonly takes?: 'name' | 'bot' | 'rule' | 'table';
  readonly help: () => string;
}

export const COMMANDS: readonly Command[] = [
  { verb: 'join', name: m.chat_join, takes: 'table', help: m.chat_join_help },
  { verb: 'start', name: m.chat_start, help: m.chat_start_help },
  { verb: 'bot', name: m.chat_bot, takes: 'bot', help: m.chat_bot_help },
  { verb: 'leave', name: m.chat_leave, help: m.chat_leave_help },
  { verb: 'kick', name: m.chat_kick, takes: 'name', help: m.chat_kick_help },
  { verb: 'spectate', name: m.chat_spectate, help: m.chat_spectate_help },
  { verb: 'rules', name: m.chat_rules, takes: 'rule', help: m.chat_rules_help },
  { verb: 'why', name: m.chat_why, help: m.chat_why_help },
  { verb: 'undo', name: m.chat_undo, help: m.chat_undo_help },
  { verb: 'time', name: m.chat_time, help: m.chat_time_help },
  { verb: 'mute', name: m.chat_mute, takes: 'name', help: m.chat_mute_help },
  { verb: 'help', name: m.chat_help, help: m.chat_help_help },
];

const called = ({ verb, name }: Command, word: string): boolean => word === verb || word === name();

/** Tell whether a text is a command; two slashes begin a line that begins with one. */
export const isCommand = (text: string): boolean => /^\/(?!\/)/.test(text);

/** List the commands that do something here. */
const possible = (doing: All): readonly Command[] => COMMANDS.filter(({ verb }) => verb === 'help' || doing[verb]);

/** List what exists here, as `/help` does. */
export const help = (doing: All): string[] => possible(doing).map(({ name, help }) => `/${name()} – ${help()}`);

/** Something that a text may be completed to. */
export interface Completion {
  readonly text: string;
  readonly help: string;
}

/** What commands may take here; ids of rules are fetched when they are asked for. */
export interface Known {
  readonly names: readonly string[];
  readonly bots: readonly string[];
  readonly rules: () => readonly string[];
}

/** List how a text may go on: commands that do something here, then what they take. */
export function completions(text: string, doing: All, { names, bots, rules }: Known): Completion[] {
  if (!isCommand(text)) return [];
  const [, word = '', space, rest = ''] = /^\/(\S*)(\s*)(.*)$/.exec(text) ?? [];
  if (!space) {
    return possible(doing)
      .filter(({ verb, name }) => verb.startsWith(word) || name().startsWith(word))
      .map((command) => ({
        text: `/${command.name()}${command.takes ? ' ' : ''}`,
        help: command.help(),
      }));
  }
  const takes = possible(doing).find((each) => called(each, word))?.takes;
  const known = takes === 'name' ? names : takes === 'bot' ? bots : takes === 'rule' ? rules() : [];
  const begun = rest.trim().toLowerCase();
  // What is complete is not completed to something longer.
  if (known.some((each) => each.toLowerCase() === begun)) return [];
  return known
    .filter((each) => each.toLowerCase().startsWith(begun))
    .map((each) => ({ text: `/${word} ${each}`, help: '' }));
}

/** Tell whether Enter completes a text, not sends it: a part of a command, or of what it takes. */
export const entersInto = (text: string, { text: whole }: Completion): boolean =>
  whole.trim() !== text.trim() && !/\s$/.test(text);

/** Carry out a command; returns what is to be told about it, to whoever gave it alone. */
export function carryOut(text: string, doing: All): string[] {
  const [, word = '', rest = ''] = /^\/(\S*)\s*(.*)$/.exec(text.trim()) ?? [];
  const command = COMMANDS.find((each) => called(each, word));
  if (!command) return [m.chat_unknown({ command: `/${word}` })];
  if (command.verb === 'help') return help(doing);
  const act = doing[command.verb] as ((rest: string) => string) | undefined;
  if (!act) return [m.chat_not_now({ command: `/${word}` })];
  if (command.takes === 'name' && !rest) return [m.chat_whom({ command: `/${word}` })];
  const said = act(rest);
  return said ? [said] : [];
}
