/** Where the chats of tournaments are. */
const TOURNAMENT = 'tournament.';

/** Name the place where people write to each other at a tournament. */
export const chatOf = (tournament: string): string => `${TOURNAMENT}${tournament}`;

/** Tell at which tournament a place is; empty: it is none. */
export const tournamentAt = (place: string): string =>
  place.startsWith(TOURNAMENT) ? place.slice(TOURNAMENT.length) : '';
