import { mount } from 'svelte';

import { ask } from '../lib/api';
import { circle, nearby } from '../friends/parts';
import { waits } from '../friends/waits.svelte';
import { askAbout } from '../home/mine';
import { router, type Route } from '../lib/router.svelte';
import { seats } from '../lib/seats.svelte';
import { own } from '../lib/session.svelte';
import { lookedAt, settle, silence, subscribed } from './settle';

/** Pages that ask by themselves which tables wait, and tell it. */
const ASK = new Set<Route['page']>(['home', 'lobby', 'me']);

/** Ask what waits, tell it on the page, and take away what tells of anything else outside of it. */
export async function recount(): Promise<void> {
  const { page } = router.route;
  const asks = ASK.has(page) || (!own.now && !guestElsewhere());
  const shows = own.now !== null && (await subscribed());
  if (document.hidden || (asks && !shows)) {
    if (asks) waits.tables = [];
    return;
  }
  const owned = own.now ? (await ask('GET /api/me')).tables.map(({ table }) => ({ table, token: null })) : [];
  const told = [...(await askAbout([...owned, ...seats.guests])).values()];
  waits.tables = told.filter(({ yours }) => yours).map(({ table }) => table);
  if (shows) await settle(waits.tables);
}

const idOf = (route: Route): string => ('id' in route ? route.id : '');
const guestElsewhere = (): boolean => seats.guests.some(({ table }) => table !== idOf(router.route));

/** A friend who calls does not want to wait; tables may, for as many times that. */
const REFRESH = 20_000;
const LOOKS = 3;
/** Pages with a connection that knows the account: it tells of friends, and of the account's tables (`lib/connection.ts`). */
const CONNECTED = new Set<Route['page']>(['table', 'screen', 'lobby']);

/** Find out, on whatever page, who would like to be friends, and who calls. */
function lookAtFriends(event?: Event): void {
  if (!own.now || document.hidden) return;
  circle.get().then(
    ({ circle }) => circle.load(event !== undefined),
    () => undefined,
  );
}

/** Calls end, and the seats they are for are taken, without any news. */
const called = (): boolean => Boolean(circle.part?.circle.known?.calls.length);

/** Something has changed at tables of the account since it was asked about. */
let stale = false;

function look(): void {
  if (document.hidden) return;
  stale = false;
  if (router.route.page === 'table') void lookedAt(router.route.id);
  // Without a network, what was shown stays.
  recount().catch(() => (stale = true));
}

/** Nobody tells of what waits here: the page asks from time to time. */
const untold = (): boolean => !CONNECTED.has(router.route.page) || guestElsewhere();

/** Show on the page what there is to tell, from the first time that there is anything. */
let shows = false;
function tell(): void {
  const calls = circle.part?.circle.known?.calls.length ?? 0;
  if (shows || calls + own.asking + waits.tables.length === 0) return;
  shows = true;
  nearby.get().then(
    ({ default: Nearby }) => mount(Nearby, { target: document.body }),
    // Tried again with the next news.
    () => (shows = false),
  );
}

/** Keep what this browser shows outside of its pages in step with what waits, on whatever page. */
export function attend(): void {
  let before: string | null = null;
  $effect.root(() => {
    $effect(() => {
      const account = own.now?.account ?? '';
      // The account may have been signed out when no page was open.
      if (account !== (before ?? account) || !account) silence().catch(() => undefined);
      before = account;
    });
    $effect(() => {
      void router.route;
      lookAtFriends();
      look();
    });
    $effect(tell);
  });
  for (const each of [lookAtFriends, look]) document.addEventListener('visibilitychange', each);
  addEventListener('friends', lookAtFriends);
  addEventListener('tables', () => (stale = true));
  let looks = LOOKS;
  setInterval(() => {
    if (!CONNECTED.has(router.route.page) || called()) lookAtFriends();
    if (++looks < LOOKS || !(stale || untold())) return;
    looks = 0;
    look();
  }, REFRESH);
}
