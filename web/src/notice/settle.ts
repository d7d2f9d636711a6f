import { files } from '../lib/root';

/** What a notification of ours is about, as the worker has noted it. */
interface About {
  /** Tables of whose turns it tells; none if it tells of anything else, too. */
  readonly tells?: readonly string[];
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration(`${files}/`) : undefined;
}

/** Whether this browser is told what happens when its pages are closed. */
export async function subscribed(): Promise<boolean> {
  return Boolean(await (await registration())?.pushManager?.getSubscription());
}

async function close(which: (notification: Notification) => boolean): Promise<void> {
  // Some browsers show none.
  for (const each of (await (await registration())?.getNotifications?.()) ?? []) if (which(each)) each.close();
}

/** Take away what tells of turns that do not wait any more, and count those that do; `waiting` are their tables. */
export async function settle(waiting: readonly string[]): Promise<void> {
  // Where apps have badges; a browser may refuse.
  await navigator.setAppBadge?.(waiting.length).catch(() => undefined);
  await close(({ data }) => {
    const { tells = [] } = (data ?? {}) as About;
    return tells.length > 0 && !tells.some((table) => waiting.includes(table));
  });
}

/** Take away what tells of a table that somebody looks at. */
export const lookedAt = (table: string): Promise<void> => close(({ tag }) => tag === table);

/** Show nothing any more to whoever uses this browser, for the account has left it. */
export async function silence(): Promise<void> {
  await navigator.clearAppBadge?.().catch(() => undefined);
  await close(() => true);
  await (await (await registration())?.pushManager?.getSubscription())?.unsubscribe();
}
