/** Asks the server about tournaments. */
import { ask, send } from '../lib/api';
import type { EnterBots, NewTournament, PersonTournament, TournamentId, TournamentLine } from '../protocol';

export const path = (id: string): string => `/api/tournaments/${encodeURIComponent(id)}`;

export const tournaments = (): Promise<TournamentLine[]> => ask('GET', '/api/tournaments');
export const tournamentsOf = (person: string): Promise<PersonTournament[]> =>
  ask('GET', `/api/people/${encodeURIComponent(person)}/tournaments`);
export const announce = (wish: NewTournament): Promise<TournamentId> => ask('POST', '/api/tournaments', wish);
export const enter = (id: string): Promise<unknown> => send('POST', `${path(id)}/entry`, {});
export const withdraw = (id: string): Promise<unknown> => send('DELETE', `${path(id)}/entry`);
export const enterOwnBot = (id: string, bot: string): Promise<unknown> =>
  send('POST', `${path(id)}/entry/${encodeURIComponent(bot)}`, {});
export const withdrawOwnBot = (id: string, bot: string): Promise<unknown> =>
  send('DELETE', `${path(id)}/entry/${encodeURIComponent(bot)}`);
export const remove = (id: string, entrant: number): Promise<unknown> =>
  send('DELETE', `${path(id)}/entrants/${String(entrant)}`);
export const enterBots = (id: string, wish: EnterBots): Promise<unknown> => send('POST', `${path(id)}/bots`, wish);
export const start = (id: string): Promise<unknown> => send('POST', `${path(id)}/start`, {});
export const schedule = (id: string, starts: number | null): Promise<unknown> =>
  send('POST', `${path(id)}/start-time`, { starts });
export const end = (id: string): Promise<unknown> => send('DELETE', path(id));
