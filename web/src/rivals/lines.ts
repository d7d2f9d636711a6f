/** What each character says. */
import type { Character } from '../protocol';
import type { Last } from './memory';
import { m } from './messages';
import type { Mood } from './reactions';

type Line = (words: { name: string }) => string;

const LINES: Readonly<Record<Character, Readonly<Record<Mood | 'won', Line>>>> = {
  magpie: {
    glee: m.rivals_magpie_glee,
    woe: m.rivals_magpie_woe,
    robbed: m.rivals_magpie_robbed,
    won: m.rivals_magpie_won,
  },
  heron: { glee: m.rivals_heron_glee, woe: m.rivals_heron_woe, robbed: m.rivals_heron_robbed, won: m.rivals_heron_won },
  otter: { glee: m.rivals_otter_glee, woe: m.rivals_otter_woe, robbed: m.rivals_otter_robbed, won: m.rivals_otter_won },
  squirrel: {
    glee: m.rivals_squirrel_glee,
    woe: m.rivals_squirrel_woe,
    robbed: m.rivals_squirrel_robbed,
    won: m.rivals_squirrel_won,
  },
  owl: { glee: m.rivals_owl_glee, woe: m.rivals_owl_woe, robbed: m.rivals_owl_robbed, won: m.rivals_owl_won },
  bear: { glee: m.rivals_bear_glee, woe: m.rivals_bear_woe, robbed: m.rivals_bear_robbed, won: m.rivals_bear_won },
  hare: { glee: m.rivals_hare_glee, woe: m.rivals_hare_woe, robbed: m.rivals_hare_robbed, won: m.rivals_hare_won },
  fox: { glee: m.rivals_fox_glee, woe: m.rivals_fox_woe, robbed: m.rivals_fox_robbed, won: m.rivals_fox_won },
};

/** Word what a character says; `name`: of whoever is to blame. */
export const line = (character: Character, mood: Mood | 'won', name: string): string =>
  LINES[character][mood]({ name });

/** Word how somebody is greeted who was here before. */
export function greeting({ tookYours, lostToYou, won }: Last, name: string): string {
  if (lostToYou) return m.rivals_before_robbed({ name });
  if (tookYours) return m.rivals_before_took({ name });
  return won === 'you' ? m.rivals_before_you_won({ name }) : m.rivals_before_they_won({ name });
}
