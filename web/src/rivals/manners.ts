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

/** The bots that play in a character's manner; those that search only look and speak like it. */
const MANNERED = ['drifter', 'camper', 'paddler', 'voyageur'];

/** Say how a bot plays a game as a character; if it has no manner, what animal it is. */
export function manner(character: Character, game: string, bot: string | null): string {
  const known = bot !== null && MANNERED.includes(bot) ? MANNERS[game]?.[character] : undefined;
  return (known ?? KINDS[character])();
}
