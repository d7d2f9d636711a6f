import { createContext } from 'svelte';

import type { SeatInfo } from '../protocol';

/** Give the seats of a table the colours that their players have chosen, as a style for all that is drawn of them. */
export const colours = (seats: readonly SeatInfo[] = []): string =>
  seats
    .map((s) => `--seat-${s.seat}:var(--colour-${s.colour});--seat-${s.seat}-mark:var(--colour-${s.colour}-mark)`)
    .join(';');

const [seats, giveSeats, given] = createContext<() => readonly SeatInfo[] | undefined>();

/** Let the canoes drawn in a page know its seats, for the patterns that players have chosen. */
export { giveSeats };

/** Find the seats of the page that something is drawn in; there are none outside of a table. */
export const seatsAround = (): (() => readonly SeatInfo[] | undefined) => (given() ? seats() : () => undefined);
