import { ask } from '../lib/api';
import { circle } from '../friends/parts';
import { askAbout } from '../home/mine';
import { router } from '../lib/router.svelte';
import { seats } from '../lib/seats.svelte';
import { own } from '../lib/session.svelte';
import { lookedAt, settle, silence, subscribed } from './settle';

/** Ask what waits, where this browser may still show something, and take away what tells of anything else. */
export async function recount(): Promise<void> {
  if (!own.now || document.hidden || !(await subscribed())) return;
  const owned = (await ask('GET /api/me')).tables.map(({ table }) => ({ table, token: null }));
  const told = [...(await askAbout([...owned, ...seats.guests])).values()];
  await settle(told.filter(({ yours }) => yours).map(({ table }) => table));
}

const REFRESH = 60_000;

/** Find out, on whatever page, who would like to be friends. */
async function lookAtFriends(): Promise<void> {
  if (own.now && !document.hidden) (await circle.get()).circle.load();
}

function look(): void {
  if (document.hidden) return;
  lookAtFriends().catch(() => undefined);
  if (router.route.page === 'table') void lookedAt(router.route.id);
  // Without a network, what was shown stays.
  recount().catch(() => undefined);
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
      look();
    });
  });
  document.addEventListener('visibilitychange', look);
  setInterval(() => void lookAtFriends().catch(() => undefined), REFRESH);
}
