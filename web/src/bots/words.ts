import { described } from '../boards/described';
import type { Described } from '../boards/ui';
import { m } from '../lib/messages';

const BOTS = {
  random: [m.bots_random, m.bots_random_help],
  drifter: [m.bots_drifter, m.bots_drifter_help],
  camper: [m.bots_camper, m.bots_camper_help],
  paddler: [m.bots_paddler, m.bots_paddler_help],
  voyageur: [m.bots_voyageur, m.bots_voyageur_help],
  scout: [m.bots_scout, m.bots_scout_help],
  guide: [m.bots_guide, m.bots_guide_help],
} as const;

const LEVELS: Readonly<Record<string, number>> = { drifter: 1, camper: 2, paddler: 3, voyageur: 3, scout: 3, guide: 4 };

/** Say what a bot is called and how it plays. */
export const botWords = (name: string): Described => described(BOTS, name);

/** Tell how strong a bot is, 1 to 4; null for one that we do not know, or that draws its decisions. */
export const levelOf = (name: string): number | null => LEVELS[name] ?? null;

/** Sort bots by their strength. */
export const weakestFirst = (bots: readonly string[]): string[] =>
  [...bots].sort((one, other) => (levelOf(one) ?? 0) - (levelOf(other) ?? 0));
