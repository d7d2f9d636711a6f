import { mount } from 'svelte';

import { lazy } from '../lib/lazy.svelte';
import { router } from '../lib/router.svelte';
import { own } from '../lib/session.svelte';
import type { Announcement } from '../protocol';
import { told } from './told.svelte';

/** Who goes on or comes back asks, though not again within so many milliseconds. */
const REST = 20_000;
/** Where nothing is heard by a connection, the page asks when somebody stirs there, at most so often; at rest it asks nothing. */
const REFRESH = 60_000;
const STIRS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;
/** What is played on this device alone is nobody else's business: nothing is asked there. */
const ALONE = new Set(['offline', 'game', 'daily', 'adventure', 'rewatch']);
const CONNECTED = new Set(['table', 'screen', 'lobby', 'tournament']);

const lines = lazy(() => import('./Lines.svelte'));

/** Show on whatever page what the operator announces, from now on. */
export function listen(): void {
  let asked = -REST;
  const look = (rest = REST): void => {
    if (ALONE.has(router.route.page) || document.hidden || !navigator.onLine) return;
    if (performance.now() - asked < rest) return;
    asked = performance.now();
    told.look().catch(() => undefined);
  };
  // A connection tells (`lib/connection.ts`).
  addEventListener('news', (event) => told.hear((event as CustomEvent<Announcement>).detail));
  document.addEventListener('visibilitychange', () => look());
  const stirred = (): void => {
    if (!CONNECTED.has(router.route.page)) look(REFRESH);
  };
  for (const each of STIRS) addEventListener(each, stirred, { passive: true });
  let account: string | undefined;
  let shown = false;
  $effect.root(() => {
    $effect(() => {
      void router.route;
      if (own.now?.account !== account) asked = -REST;
      account = own.now?.account;
      if (!account) told.renaming = null;
      look();
    });
    $effect(() => {
      if (shown || (!told.announcement && !told.renaming)) return;
      void lines.want().then((part) => {
        if (part && !shown) mount(part.default, { target: document.body });
        shown ||= part !== null;
      });
    });
  });
}
