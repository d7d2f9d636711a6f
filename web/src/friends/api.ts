import { ask } from '../lib/api';
import type { Friends, Invited, Whom } from '../protocol';

/** What the server answers about friends and invitations: after each change, how it is by then. */
export const list = (): Promise<Friends> => ask('GET', '/api/me/friends');
export const befriend = (whom: Whom): Promise<Friends> => ask('POST', '/api/me/friends', whom);
export const end = (account: string): Promise<Friends> => ask('DELETE', `/api/me/friends/${account}`);
export const block = (account: string): Promise<Friends> => ask('POST', '/api/me/blocked', { account });
export const unblock = (account: string): Promise<Friends> => ask('DELETE', `/api/me/blocked/${account}`);

const invitations = (table: string): string => `/api/tables/${table}/invitations`;
export const invited = (table: string): Promise<Invited> => ask('GET', invitations(table));
export const invite = (table: string, whom: Whom): Promise<Invited> => ask('POST', invitations(table), whom);
export const uninvite = (table: string, account: string): Promise<Invited> =>
  ask('DELETE', `${invitations(table)}/${account}`);
