/** What stands for a player on the pieces. */
import { called } from '../../lib/said';
import type { SeatInfo } from '../../protocol';

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const nameOf = (seats: readonly SeatInfo[], seat: number): string =>
  called(seats.find((info) => info.seat === seat)?.name ?? `${seat + 1}`);

/** Take the letter that stands for a player on canoes and berths: the first; only of "Paddler 2" it is the 2, the P being
 * taken. */
export const letterOf = (name: string): string =>
  /\s[0-9]*([0-9])$/.exec(name.trim())?.[1] ?? capital([...name.trim()][0] ?? '');

/** Compare without accents, and without capitals: on a pennant they are too small to tell anybody apart. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What stands for each of several people: a letter, and beside it, where two have the same, what tells them apart. */
export function initialsOf(names: readonly string[]): readonly string[] {
  const table = names.join('\n');
  if (table !== known.table) known = { table, initials: toldApart(names) };
  return known.initials;
}

/** Of the last table: its people are asked for one by one, with every change on it. */
let known: { readonly table: string | null; readonly initials: readonly string[] } = { table: null, initials: [] };

function toldApart(names: readonly string[]): string[] {
  const letters = names.map(letterOf);
  return names.map((name, nth) => {
    const alike = names.filter((_, other) => plain(letters[other] ?? '') === plain(letters[nth] ?? ''));
    if (alike.length < 2) return letters[nth] ?? '';
    const [first = '', ...rest] = [...name.trim()];
    const differ = (place: number) =>
      new Set(alike.map((each) => plain([...each.trim()][place] ?? ''))).size === alike.length;
    // Numbers that are the same stand beside first letters; all else is told apart by the next letter that does.
    if (/[0-9]/.test(letters[nth] ?? '') && differ(0)) return capital(first) + (letters[nth] ?? '');
    const longest = Math.max(...alike.map((each) => each.length));
    const at = Array.from({ length: longest }, (_, place) => place + 1).find(differ);
    return capital(first) + (at === undefined ? `${alike.indexOf(name) + 1}` : (rest[at - 1] ?? ''));
  });
}

/** What stands for a seat on the pieces. */
export const initialOf = (seats: readonly SeatInfo[], seat: number): string =>
  initialsOf(seats.map(({ name }) => called(name)))[seats.findIndex((info) => info.seat === seat)] ?? `${seat + 1}`;

/** What stands for the person called so: at a table with others, as `initialOf` has it. */
export const flagOf = (name: string, seat: number, seats: readonly SeatInfo[] = []): string =>
  name && seats.some((info) => info.seat === seat && called(info.name) === called(name))
    ? initialOf(seats, seat)
    : letterOf(called(name));
