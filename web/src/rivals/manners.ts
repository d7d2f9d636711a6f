/** What the characters are, and how each plays. */
import type { Character } from '../protocol';
import { m } from './messages';

const KINDS: Readonly<Record<Character, () => string>> = {
  magpie: m.rivals_magpie,
  heron: m.rivals_heron,
  otter: m.rivals_otter,
  squirrel: m.rivals_squirrel,
  owl: m.rivals_owl,
  bear: m.rivals_bear,
  hare: m.rivals_hare,
  fox: m.rivals_fox,
};

const MANNERS: Readonly<Record<string, Readonly<Record<Character, () => string>>>> = {
  niagara: {
    magpie: m.rivals_magpie_niagara,
    heron: m.rivals_heron_niagara,
    otter: m.rivals_otter_niagara,
    squirrel: m.rivals_squirrel_niagara,
    owl: m.rivals_owl_niagara,
    bear: m.rivals_bear_niagara,
    hare: m.rivals_hare_niagara,
    fox: m.rivals_fox_niagara,
  },
  canyon: {
    magpie: m.rivals_magpie_canyon,
    heron: m.rivals_heron_canyon,
    otter: m.rivals_otter_canyon,
    squirrel: m.rivals_squirrel_canyon,
    owl: m.rivals_owl_canyon,
    bear: m.rivals_bear_canyon,
    hare: m.rivals_hare_canyon,
    fox: m.rivals_fox_canyon,
  },
};

/** Name the animal. */
export const kindOf = (character: Character): string => KINDS[character]();

/** Say how a character plays a game; of one that we do not know, what animal it is. */
export const manner = (character: Character, game: string): string =>
  (MANNERS[game]?.[character] ?? KINDS[character])();
