import { type Lazy, lazyAll } from '../lib/lazy.svelte';
import type { Locale } from '../paraglide/runtime.js';
import { gameIn } from './game';

/** A part of a game's rules between two headings. */
export interface Section {
  readonly id: string;
  readonly level: 1 | 2 | 3;
  title: string;
  readonly blocks: Block[];
}

/** A rule with its id, or something between the rules. The HTML was made of our own files when the client was built. */
export interface Block {
  readonly rule: string | null;
  readonly html: string;
}

export interface RulesText {
  title: string;
  readonly sections: Section[];
}

/** Every game's rules in every language; each is fetched when somebody reads it. The English ones are the game's own. */
const TEXTS: Partial<Record<string, Partial<Record<Locale, Lazy<RulesText>>>>> = {};
for (const [path, text] of lazyAll(
  import.meta.glob<RulesText>('../../../src/eddyline/games/*/rules.md', { query: '?rules', import: 'default' }),
)) {
  TEXTS[gameIn(path, 1)] = { en: text };
}
for (const [path, text] of lazyAll(
  import.meta.glob<RulesText>('../boards/*/learn/*.md', { query: '?rules', import: 'default' }),
)) {
  const texts = TEXTS[gameIn(path, 2)];
  const [locale] = gameIn(path, 0).split('.');
  if (texts) texts[locale as Locale] = text;
}

/** The games whose rules can be read here. */
export const readable: readonly string[] = Object.keys(TEXTS);

/** Find a game's rules, in English where nobody has translated them; a game may have none. */
export const rulesOf = (game: string, locale: Locale): Lazy<RulesText> | undefined =>
  TEXTS[game]?.[locale] ?? TEXTS[game]?.en;

/** Keep the blocks in which each word of a search stands; parts without any are left out. */
export function search(sections: readonly Section[], wanted: string): readonly Section[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  return sections.flatMap((section) => {
    const blocks = section.blocks.filter(({ rule, html }) => {
      const text = plain(`${rule ?? ''} ${section.title} ${html.replace(/<[^>]*>/g, ' ')}`);
      return words.every((word) => text.includes(word));
    });
    return blocks.length > 0 ? [{ ...section, blocks }] : [];
  });
}

/** Forget capitals and accents, so that "Älteste" is found by "alteste". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
