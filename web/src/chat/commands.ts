import { m } from '../lib/messages';
import { getLocale, type Locale } from '../paraglide/runtime.js';

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
  /** What it is called; each of the names works on a page in any language. */
  readonly names: Readonly<Record<Locale, string>>;
  /** What comes after it. */
  readonly takes?: 'name' | 'bot' | 'rule' | 'table';
  readonly help: () => string;
}

/** Errors name this one. */
const HELP = { en: 'help', fr: 'aide', it: 'aiuto', de: 'hilfe' };

export const COMMANDS: readonly Command[] = [
  {
    verb: 'join',
    names: { en: 'join', fr: 'rejoindre', it: 'entra', de: 'mitspielen' },
    takes: 'table',
    help: m.chat_join_help,
  },
  { verb: 'start', names: { en: 'start', fr: 'commencer', it: 'inizia', de: 'start' }, help: m.chat_start_help },
  { verb: 'bot', names: { en: 'bot', fr: 'bot', it: 'bot', de: 'bot' }, takes: 'bot', help: m.chat_bot_help },
  { verb: 'leave', names: { en: 'leave', fr: 'quitter', it: 'esci', de: 'gehen' }, help: m.chat_leave_help },
  {
    verb: 'kick',
    names: { en: 'kick', fr: 'exclure', it: 'espelli', de: 'entfernen' },
    takes: 'name',
    help: m.chat_kick_help,
  },
  {
    verb: 'spectate',
    names: { en: 'spectate', fr: 'regarder', it: 'guarda', de: 'zuschauen' },
    help: m.chat_spectate_help,
  },
  {
    verb: 'rules',
    names: { en: 'rules', fr: 'règles', it: 'regole', de: 'regeln' },
    takes: 'rule',
    help: m.chat_rules_help,
  },
  { verb: 'why', names: { en: 'why', fr: 'pourquoi', it: 'perché', de: 'warum' }, help: m.chat_why_help },
  { verb: 'undo', names: { en: 'undo', fr: 'annuler', it: 'annulla', de: 'zurück' }, help: m.chat_undo_help },
  { verb: 'time', names: { en: 'time', fr: 'temps', it: 'tempo', de: 'zeit' }, help: m.chat_time_help },
  {
    verb: 'mute',
    names: { en: 'mute', fr: 'masquer', it: 'silenzia', de: 'stumm' },
    takes: 'name',
    help: m.chat_mute_help,
  },
  { verb: 'help', names: HELP, help: m.chat_help_help },
];

/** Write a command as it is called in the language spoken. */
const written = ({ names }: Command): string => `/${names[getLocale()]}`;

/** Bring words that people take for the same into one form, as the server does with names: "Règles" and "regles". */
const plain = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\s]/g, '')
    .toLowerCase();

const begins = (whole: string, word: string): boolean => plain(whole).startsWith(plain(word));

/** Find what somebody means by a word or a name: the very one, else one that is the same but for accents and capitals. */
export const meant = <Each>(all: readonly Each[], typed: string, name: (each: Each) => string): Each | undefined =>
  all.find((each) => name(each) === typed.trim()) ?? all.find((each) => plain(name(each)) === plain(typed.trim()));

const commandOf = (word: string): Command | undefined =>
  COMMANDS.find(({ names }) => meant(Object.values(names), word, String));

/** Tell whether a text is a command; two slashes begin a line that begins with one. */
export const isCommand = (text: string): boolean => /^\/(?!\/)/.test(text);

/** List the commands that do something here. */
const possible = (doing: All): readonly Command[] => COMMANDS.filter(({ verb }) => verb === 'help' || doing[verb]);

/** List what exists here, as `/help` does. */
export const help = (doing: All): string[] => possible(doing).map((each) => `${written(each)} – ${each.help()}`);

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
  const here = possible(doing);
  const command = commandOf(word);
  const { takes } = here.find((each) => each === command) ?? {};
  if (!space) {
    const offer = (each: Command, name: string): Completion => ({
      text: `${name}${each.takes ? ' ' : ''}`,
      help: each.help(),
    });
    // A whole command stays in the language in which it was written.
    if (command) return here.includes(command) ? [offer(command, text)] : [];
    return here
      .filter(({ names }) => [names.en, names[getLocale()]].some((name) => begins(name, word)))
      .map((each) => offer(each, written(each)));
  }
  const known = takes === 'name' ? names : takes === 'bot' ? bots : takes === 'rule' ? rules() : [];
  const begun = rest.trim();
  // What is complete is not completed to something longer.
  if (meant(known, begun, String)) return [];
  return known.filter((each) => begins(each, begun)).map((each) => ({ text: `/${word} ${each}`, help: '' }));
}

/** Tell whether Enter completes a text, not sends it: a part of a command, or of what it takes. */
export const entersInto = (text: string, { text: whole }: Completion): boolean =>
  whole.trim() !== text.trim() && !/\s$/.test(text);

/** Carry out a command; returns what is to be told about it, to whoever gave it alone. */
export function carryOut(text: string, doing: All): string[] {
  const [, word = '', rest = ''] = /^\/(\S*)\s*(.*)$/.exec(text.trim()) ?? [];
  const command = commandOf(word);
  if (!command) return [m.chat_unknown({ command: `/${word}`, help: `/${HELP[getLocale()]}` })];
  if (command.verb === 'help') return help(doing);
  const act = doing[command.verb] as ((rest: string) => string) | undefined;
  if (!act) return [m.chat_not_now({ command: written(command) })];
  if (command.takes === 'name' && !rest) return [m.chat_whom({ command: written(command) })];
  const said = act(rest);
  return said ? [said] : [];
}
