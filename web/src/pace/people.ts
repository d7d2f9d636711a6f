/** Tells who plays themselves, whom the others wait for, and who has a vote on what. */
import type { Matter, SeatInfo, TableInfo, VoteInfo } from '../protocol';

export const plays = ({ kind, bot }: SeatInfo): boolean => kind === 'human' && bot === null;

/** List the people that a player waits for. */
export const awaited = (table: TableInfo, you: number | null): SeatInfo[] =>
  table.seats.filter((seat) => seat.thinking && plays(seat) && seat.seat !== you);

/** Tell whether a player has a vote on letting a bot play for somebody, or (for null) on stopping the game. */
export function votes(table: TableInfo, you: number | null, on: number | null): boolean {
  const me = you === null ? undefined : table.seats[you];
  return me !== undefined && plays(me) && on !== you;
}

export const openVote = (table: TableInfo, matter: Matter, seat: number | null): VoteInfo | undefined =>
  table.votes.find((vote) => vote.matter === matter && vote.seat === seat);

/** Name the only seat that has not resigned; null where several are left. */
export function lastLeft({ seats }: TableInfo, but: number | null = null): number | null {
  const left = seats.filter(({ resigned, seat }) => !resigned && seat !== but);
  return left.length === 1 && left[0] ? left[0].seat : null;
}

/** Tell whether another game can be asked for or joined from here: not from a table that the operator has closed. */
export const playsAgain = ({ ended, rematch }: TableInfo, you: number | null): boolean =>
  ended !== 'closed' && (you !== null || rematch !== null);

/** Tell whether the game ends when a seat resigns: one seat is left, or bots alone. */
export function endsWithout({ seats }: TableInfo, seat: number): boolean {
  const left = seats.filter((other) => !other.resigned && other.seat !== seat);
  return left.length < 2 || left.every(({ kind }) => kind !== 'human');
}
