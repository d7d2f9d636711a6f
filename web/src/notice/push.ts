import { files } from '../lib/root';

/** Whether this browser can show messages when its page is closed. */
export const supported = (): boolean => isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window;

/** What the server needs to send a message to this browser. */
export interface Subscribed {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The browser's user, or its settings, do not allow messages. */
export class DeniedError extends Error {}

async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(`${files}/worker.js`);
  return navigator.serviceWorker.ready;
}

/** Subscribe this browser at its push service; `key` is the server's. Rejects with a DeniedError. */
export async function subscribe(key: string): Promise<Subscribed> {
  if ((await Notification.requestPermission()) !== 'granted') throw new DeniedError();
  const manager = (await worker()).pushManager;
  // One made for another key, of a server that was here before, would never get anything.
  await (await manager.getSubscription())?.unsubscribe();
  const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { p256dh = '', auth = '' } = made.toJSON().keys ?? {};
  return { endpoint: made.endpoint, p256dh, auth };
}
