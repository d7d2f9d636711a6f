import type { Locale } from '../paraglide/runtime.js';

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

type Load = () => Promise<{ default: RulesText }>;

/** Every game's rules in every language; each is fetched when somebody reads it. The English ones are the game's own. */
const TEXTS: Readonly<Record<string, Readonly<Record<Locale, Load>>>> = {
  niagara: {
    en: () => import('../../../src/eddyline/games/niagara/rules.md?rules'),
    fr: () => import('./niagara/fr.md?rules'),
    it: () => import('./niagara/it.md?rules'),
    de: () => import('./niagara/de.md?rules'),
  },
  canyon: {
    en: () => import('../../../src/eddyline/games/canyon/rules.md?rules'),
    fr: () => import('./canyon/fr.md?rules'),
    it: () => import('./canyon/it.md?rules'),
    de: () => import('./canyon/de.md?rules'),
  },
};

/** The games whose rules can be read here. */
export const readable: readonly string[] = Object.keys(TEXTS);

/** Fetch a game's rules; null for a game that has none. */
export async function rulesOf(game: string, locale: Locale): Promise<RulesText | null> {
  return (await TEXTS[game]?.[locale]())?.default ?? null;
}

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
