import { baseLocale, isLocale, locales, overwriteGetLocale, type Locale } from '../paraglide/runtime.js';
import { learn } from './locale';
import { load, onChange, save } from './storage';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'reduced';

/** How many times faster than usual to show what happens; Infinity: by its result only. */
export const SPEEDS = { slow: 0.6, normal: 1, fast: 2, off: Infinity };
export type Speed = keyof typeof SPEEDS;

interface Saved {
  locale?: string;
  theme?: Theme;
  motion?: Motion;
  speed?: Speed;
  autoConfirm?: boolean;
  fate?: boolean;
  playsCards?: boolean;
  name?: string;
  game?: string;
}

const KEY = 'eddyline.preferences';

/** What this person likes, kept in this browser and shared by its tabs. */
class Preferences {
  locale: Locale = $state(baseLocale);
  theme: Theme = $state('system');
  motion: Motion = $state('system');
  speed: Speed = $state('normal');
  autoConfirm = $state(false);
  /** Show what may come of what one points at. */
  fate = $state(true);
  /** One tap plays a card. */
  playsCards = $state(false);
  name = $state('');
  /** Game last chosen, by its id. */
  game = $state('');

  constructor() {
    this.#read();
    onChange(KEY, () =>
      learn(localeOf(load<Saved>(KEY, {}))).then(() => {
        this.#read();
        this.#show();
      }),
    );
    // Every message asks for the locale, so every sentence on the page follows this one value.
    overwriteGetLocale(() => this.locale);
    this.#show();
  }

  /** Change the language, as soon as its words are there. */
  async speak(locale: Locale): Promise<void> {
    await learn(locale);
    this.set({ locale });
  }

  /** Change some preferences and remember them. */
  set(
    changes: Partial<
      Pick<
        Preferences,
        'locale' | 'theme' | 'motion' | 'speed' | 'autoConfirm' | 'playsCards' | 'fate' | 'name' | 'game'
      >
    >,
  ): void {
    Object.assign(this, changes);
    const { locale, theme, motion, speed, autoConfirm, playsCards, fate, name, game } = this;
    save(KEY, { locale, theme, motion, speed, autoConfirm, playsCards, fate, name, game } satisfies Saved);
    this.#show();
  }

  /** Tell whether to show movement as a change of place instead. */
  get still(): boolean {
    return this.motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  #read(): void {
    const saved = load<Saved>(KEY, {});
    this.locale = localeOf(saved);
    this.theme = saved.theme ?? 'system';
    this.motion = saved.motion ?? 'system';
    this.speed = saved.speed ?? 'normal';
    this.autoConfirm = saved.autoConfirm ?? false;
    this.fate = saved.fate ?? true;
    this.playsCards = saved.playsCards ?? false;
    this.name = saved.name ?? '';
    this.game = saved.game ?? '';
  }

  #show(): void {
    const root = document.documentElement;
    root.lang = this.locale;
    if (this.theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = this.theme;
    if (this.motion === 'system') delete root.dataset['motion'];
    else root.dataset['motion'] = this.motion;
  }
}

function localeOf({ locale }: Saved): Locale {
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

export const prefs = new Preferences();
