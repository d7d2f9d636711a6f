import type { SeatInfo } from '../protocol';

/** Give the seats of a table the colours that their players have chosen, as a style for all that is drawn of them. */
export const colours = (seats: readonly SeatInfo[] = []): string =>
  seats
    .map((s) => `--seat-${s.seat}:var(--colour-${s.colour});--seat-${s.seat}-mark:var(--colour-${s.colour}-mark)`)
    .join(';');

/** What pages give the canoes in them as the context "seats", for the patterns that players have chosen. */
export type Seats = () => readonly SeatInfo[] | undefined;
