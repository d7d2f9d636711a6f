import type { Described, GameIntro, SetupWords } from '../ui';
import Hero from './Hero.svelte';

/** Write a name of the rules as people would: "last_trick" is "Last trick". */
function spelled(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const described = (name: string): Described => ({ label: spelled(name), help: '' });

export const setup: SetupWords = {
  preset: described,
  option: described,
  value: (_option, value) => (typeof value === 'string' ? spelled(value) : String(value)),
};

export const intro: GameIntro = { Hero, words: setup };
