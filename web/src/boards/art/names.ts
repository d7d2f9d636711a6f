/** What stands for a player on the pieces. */
import type { SeatInfo } from '../../protocol';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const nameOf = (seats: readonly SeatInfo[], seat: number): string =>
  seats.find((info) => info.seat === seat)?.name ?? `${seat + 1}`;

/** Take the letter that stands for a player on canoes and berths; of "Paddler 2" it is the 2, the P being taken. */
export function letterOf(name: string): string {
  const letters = [...name.trim()];
  const last = letters[letters.length - 1] ?? '';
  return /[0-9]/.test(last) ? last : capital(letters[0] ?? '');
}

export const initialOf = (seats: readonly SeatInfo[], seat: number): string => letterOf(nameOf(seats, seat));
