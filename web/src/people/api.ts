import { ask, send } from '../lib/api';
import { seats } from '../lib/seats.svelte';
import { own } from '../lib/session.svelte';
import type {
  AddMail,
  AddPasskey,
  AddWebhook,
  Adopt,
  AskForMail,
  BotToken,
  ChangePassword,
  Codes,
  Me,
  NewAccount,
  NewBot,
  NoticeWays,
  NewVacation,
  OwnTable,
  PasskeyOptions,
  Person,
  Prefer,
  Recover,
  RemovePasskey,
  SignedIn,
  SignIn,
  SubscribePush,
  Sure,
  SwitchTopic,
  UsePasskey,
  Wanted,
  WayId,
} from '../protocol';

/** What the server answers about accounts. */
export const create = (wish: NewAccount): Promise<SignedIn> => ask('POST', '/api/people', wish);
export const signIn = (wish: SignIn): Promise<SignedIn> => ask('POST', '/api/sessions', wish);
export const recover = (wish: Recover): Promise<SignedIn> => ask('POST', '/api/sessions/recovery', wish);
export const me = (): Promise<Me> => ask('GET', '/api/me');
export const person = (account: string): Promise<Person> => ask('GET', `/api/people/${account}`);
export const renewCodes = (wish: Sure): Promise<Codes> => ask('POST', '/api/me/codes', wish);
export const changePassword = (wish: ChangePassword): Promise<unknown> => send('POST', '/api/me/password', wish);
export const prefer = (wish: Prefer): Promise<unknown> => send('POST', '/api/me/preferences', wish);
export const takeVacation = (wish: NewVacation): Promise<unknown> => send('POST', '/api/me/vacation', wish);
export const endVacation = (): Promise<unknown> => send('DELETE', '/api/me/vacation');
export const endSession = (id: string): Promise<unknown> => send('DELETE', `/api/sessions/${id}`);
export const takeHome = (): Promise<Response> => send('GET', '/api/me/export');
export const remove = (wish: Sure): Promise<unknown> => send('POST', '/api/me/deletion', wish);
export const newPasskey = (wish: Wanted): Promise<PasskeyOptions> => ask('POST', '/api/passkeys/creation', wish);
export const anyPasskey = (): Promise<PasskeyOptions> => ask('POST', '/api/passkeys/challenge', {});
export const signInByPasskey = (wish: UsePasskey): Promise<SignedIn> => ask('POST', '/api/sessions/passkey', wish);
export const passkeyChallenge = (): Promise<PasskeyOptions> => ask('POST', '/api/me/passkeys/challenge', {});
export const passkeyOptions = (wish: Sure): Promise<PasskeyOptions> => ask('POST', '/api/me/passkeys/options', wish);
export const addPasskey = (wish: AddPasskey): Promise<unknown> => send('POST', '/api/me/passkeys', wish);
export const removePasskey = (wish: RemovePasskey): Promise<unknown> => send('POST', '/api/me/passkeys/removal', wish);
export const noticeWays = (): Promise<NoticeWays> => ask('GET', '/api/me/notices');
export const subscribePush = (wish: SubscribePush): Promise<WayId> => ask('POST', '/api/me/notices/push', wish);
export const addWebhook = (wish: AddWebhook): Promise<WayId> => ask('POST', '/api/me/notices/webhook', wish);
export const askForMail = (wish: AskForMail): Promise<unknown> => send('POST', '/api/me/notices/mail/code', wish);
export const addMail = (wish: AddMail): Promise<WayId> => ask('POST', '/api/me/notices/mail', wish);
export const tryNotices = (): Promise<NoticeWays> => ask('POST', '/api/me/notices/test', {});
export const switchTopic = (wish: SwitchTopic): Promise<unknown> => send('POST', '/api/me/notices/topics', wish);
export const removeWay = (id: string): Promise<unknown> => send('DELETE', `/api/me/notices/${id}`);
export const makeBot = (wish: NewBot): Promise<BotToken> => ask('POST', '/api/me/bots', wish);
export const makeToken = (bot: string): Promise<BotToken> => ask('POST', `/api/me/bots/${bot}/tokens`, {});
export const revokeToken = (bot: string, token: string): Promise<unknown> =>
  send('DELETE', `/api/me/bots/${bot}/tokens/${token}`);
export const removeBot = (bot: string): Promise<unknown> => send('DELETE', `/api/me/bots/${bot}`);
const adopt = (wish: Adopt): Promise<OwnTable[]> => ask('POST', '/api/me/seats', wish);

/** Remember who is signed in here. */
export function keep({ account, name, session }: SignedIn): void {
  own.keep({ account, name, session });
}

/** Make the guests' seats of this browser the account's. */
export async function adoptSeats(): Promise<void> {
  const held = seats.guests.map(({ table, token }) => ({ table, token }));
  if (held.length === 0 || !own.now) return;
  const { account } = own.now;
  const owned = await adopt({ seats: held });
  seats.belong(
    account,
    owned.map(({ table }) => table),
  );
}

/** Sign out; where the server cannot be reached, this browser forgets the session all the same. */
export async function signOut(): Promise<void> {
  await endSession('here').catch(() => undefined);
  own.keep(null);
}

/** What this browser is called in the list of devices: its name and its system, as far as it tells. */
export function device(agent = navigator.userAgent): string {
  const browser = [
    ['Edg/', 'Edge'],
    ['OPR/', 'Opera'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ].find(([mark]) => agent.includes(mark ?? ''))?.[1];
  const system = /\((?:Linux; )?(Windows|Macintosh|iPhone|iPad|Android|X11; Linux|X11; CrOS)/.exec(agent)?.[1];
  const known = { Macintosh: 'macOS', 'X11; Linux': 'Linux', 'X11; CrOS': 'ChromeOS' }[system ?? ''] ?? system;
  return [browser, known].filter(Boolean).join(', ');
}
