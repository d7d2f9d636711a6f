import type { Character } from '../protocol';

/** What each character is called, in the order in which bots know them by number. */
export const NAMES: Readonly<Record<Character, string>> = {
  magpie: 'Elsa',
  heron: 'Hugo',
  otter: 'Otto',
  squirrel: 'Silas',
  owl: 'Uma',
  bear: 'Bruno',
  hare: 'Lina',
  fox: 'Felix',
};

export const CHARACTERS = Object.keys(NAMES) as readonly Character[];

/** Find who among the characters played, of whom a record has the names alone: where all but one are called like some. */
export function met(names: readonly string[]): (Character | null)[] {
  const found = names.map((name) => CHARACTERS.find((each) => NAMES[each] === name) ?? null);
  const people = found.filter((each) => each === null).length;
  return people === 1 ? found : names.map(() => null);
}

/** Draw so many characters by chance: none that is taken, nor with the initial of a name that is. */
export function dealt(count: number, names: readonly string[], taken: readonly (Character | null)[]): Character[] {
  const initials = names.map((name) => name.charAt(0).toLocaleUpperCase());
  const free = CHARACTERS.filter((each) => !taken.includes(each) && !initials.includes(NAMES[each].charAt(0)));
  const drawn = free.map((each) => ({ each, at: Math.random() })).sort((one, other) => one.at - other.at);
  return drawn.slice(0, count).map(({ each }) => each);
}
