import { files, site } from '../lib/root';
import { listen } from '../news/listen.svelte';
import { attend } from './attend.svelte';

const assets = new URL(`${files}/assets/`, location.href).href;

/** Lets the browser keep this page for times without a network, where it can: over HTTPS, or on this machine. */
async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register(`${files}/worker.js`);
  const worker = registration.active ?? (await navigator.serviceWorker.ready).active;
  // What is still on its way when the worker takes over goes past it, and is told when it has come.
  new PerformanceObserver((loaded) => {
    const names = loaded.getEntries().map(({ name }) => name);
    const files = names.filter((name) => name.startsWith(assets));
    if (files.length > 0) worker?.postMessage(files);
  }).observe({ type: 'resource', buffered: true });
}

if (!site) {
  attend();
  listen();
}

// Where the browser's settings forbid it, or without a network, the page works without.
if (!import.meta.env.DEV && 'serviceWorker' in navigator) register().catch(() => undefined);
