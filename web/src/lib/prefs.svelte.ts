import { baseLocale, isLocale, locales, overwriteGetLocale, type Locale } from '../paraglide/runtime.js';
import type { Character } from '../protocol';
import { lazy, type Lazy } from './lazy.svelte';
import { speak } from './messages';
import { load, onChange, save } from './storage';

/** How many times faster than usual to show what happens; Infinity: by its result only. */
export const SPEEDS = { slow: 0.6, normal: 1, fast: 2, off: Infinity };
/** How loud a table is, from 0 to 1. */
export const VOLUMES = { off: 0, soft: 0.35, full: 1 };

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'reduced';
export type Speed = keyof typeof SPEEDS;
export type Volume = keyof typeof VOLUMES;

const DEFAULTS = {
  theme: 'system' as Theme,
  motion: 'system' as Motion,
  speed: 'normal' as Speed,
  sound: 'off' as Volume,
  autoConfirm: false,
  /** Show what may come of what one points at. */
  fate: true,
  /** One tap plays a card. */
  playsCards: false,
  /** Leave the board to a big screen. */
  cardsOnly: false,
  name: '',
  /** Who is drawn for this person; empty: nobody. */
  portrait: '' as Character | '',
  /** Rivals say nothing. */
  quiet: false,
  /** Game last chosen, by its id. */
  game: '',
};
/** What may be chosen, where not anything of the default's type may. */
const CHOICES: Partial<Record<keyof typeof DEFAULTS, readonly string[]>> = {
  theme: ['system', 'light', 'dark'],
  motion: ['system', 'reduced'],
  speed: Object.keys(SPEEDS),
  sound: Object.keys(VOLUMES),
};

const KEY = 'eddyline.preferences';

/** What this person likes, kept in this browser and shared by its tabs. Changed by `prefer` alone. */
export const prefs = $state({ locale: baseLocale as Locale, ...DEFAULTS });

/** Change some preferences and remember them. */
export function prefer(changes: Partial<typeof prefs>): void {
  Object.assign(prefs, changes);
  save(KEY, { ...prefs });
  show();
}

/** Change the language, as soon as its words are there; whoever wants that shows where they do not come. */
export const preferLocale = (locale: Locale): Lazy<Locale> =>
  lazy(async () => {
    await speak(locale);
    prefer({ locale });
    return locale;
  });

/** Tell whether to show movement as a change of place instead. */
export function prefersStill(): boolean {
  return prefs.motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Read what was saved; what is none of the choices – by another version, say – is as if it had never been chosen. */
function read(saved: Record<string, unknown>): void {
  const known = Object.entries(DEFAULTS).map(([name, usual]) => {
    const value = saved[name];
    const choices = CHOICES[name as keyof typeof DEFAULTS];
    return [name, typeof value === typeof usual && (choices?.includes(value as string) ?? true) ? value : usual];
  });
  Object.assign(prefs, Object.fromEntries(known), { locale: localeOf(saved) });
}

function show(): void {
  const root = document.documentElement;
  root.lang = prefs.locale;
  for (const name of ['theme', 'motion'] as const) root.dataset[name] = prefs[name];
}

function localeOf({ locale }: Record<string, unknown>): Locale {
  return isLocale(locale) ? locale : browserLocale();
}

/** Choose the first language of the browser that we speak. */
function browserLocale(): Locale {
  for (const wanted of navigator.languages) {
    const found = locales.find((locale) => wanted.toLowerCase().split('-')[0] === locale);
    if (found) return found;
  }
  return baseLocale;
}

read(load(KEY, {}));
onChange(KEY, () => {
  const saved = load<Record<string, unknown>>(KEY, {});
  const follow = lazy(async () => {
    await speak(localeOf(saved));
    read(saved);
    show();
    return true;
  });
  void follow.want();
});
// Every message asks for the locale, so every sentence on the page follows this one value.
overwriteGetLocale(() => prefs.locale);
show();
