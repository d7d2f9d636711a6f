import { ask } from '../lib/api';
import { seats } from '../lib/seats.svelte';
import { own } from '../lib/session.svelte';
import type { SignedIn } from '../protocol';

/** Remember who is signed in here. */
export function keep({ account, name, session }: SignedIn): void {
  own.keep({ account, name, session });
}

/** Make the guests' seats of this browser the account's. */
export async function adoptSeats(): Promise<void> {
  const held = seats.guests.map(({ table, token }) => ({ table, token }));
  if (held.length === 0 || !own.now) return;
  const { account } = own.now;
  const owned = await ask('POST /api/me/seats', { seats: held });
  seats.belong(
    account,
    owned.map(({ table }) => table),
  );
}

/** Sign out; where the server cannot be reached, this browser forgets the session all the same. */
export async function signOut(): Promise<void> {
  await ask('DELETE /api/sessions/{which}', { which: 'here' }).catch(() => undefined);
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
