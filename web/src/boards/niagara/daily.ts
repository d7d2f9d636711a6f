import type { DailyGame } from '../daily';

const MODULES = ['double_canoe', 'whirlpool', 'spirit_cards', 'beaver', 'moose', 'diamond_joe'];

export const daily: DailyGame = {
  preset: 'rulebook',
  steady: 'paddler',
  strong: 'guide',
  more: { week: 2, end: 3 },
  chosen: (added, { some }) => Object.fromEntries(some(MODULES, added).map((module) => [module, true])),
};
