import { root } from '../lib/root';
import { attend } from './attend.svelte';

/** Lets the browser keep this page for times without a network, where it can: over HTTPS, or on this machine. */
async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register(`${root}/worker.js`);
  const worker = registration.active ?? (await navigator.serviceWorker.ready).active;
  worker?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
}

attend();

// Where the browser's settings forbid it, or without a network, the page works without.
if (!import.meta.env.DEV && 'serviceWorker' in navigator) register().catch(() => undefined);
