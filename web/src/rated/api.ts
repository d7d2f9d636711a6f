/** Asks the server about ratings. */
import { send } from '../lib/api';
import type { Leaderboard, PersonRatings, RatedFamily } from '../protocol';

const ask = async <T>(path: string): Promise<T> => (await (await send('GET', path)).json()) as T;

export const families = (): Promise<RatedFamily[]> => ask('/api/ratings');

/** Ask for the rows of a leaderboard from number `first` on. */
export const leaders = (game: string, family: string, first: number): Promise<Leaderboard> =>
  ask(`/api/ratings/${encodeURIComponent(game)}/${encodeURIComponent(family)}?first=${first}`);

export const ratingsOf = (person: string): Promise<PersonRatings> =>
  ask(`/api/people/${encodeURIComponent(person)}/ratings`);
