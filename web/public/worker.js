/**
 * Keeps the page itself, so that it opens without a network: the start page and the files below assets/, whose names
 * contain a hash of their content. Nothing else is kept: no answer of the server's API, nothing that is one person's.
 * Shows what the server sends to people who are away.
 */

const KEPT = 'eddyline';
/** Kept files besides those that are asked for; the oldest go first. Tabs of an earlier version still find theirs among them. */
const MOST = 1500;

const home = new URL(self.registration.scope);
const assets = new URL('assets/', home);
const elsewhere = ['api/', 'ws/', 'assets/'].map((folder) => new URL(folder, home).href);

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(keep([home.href]));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// A page was there before its worker, and tells which files it has loaded.
self.addEventListener('message', (event) => {
  if (!Array.isArray(event.data)) return;
  const names = event.data.filter((name) => isAsset(String(name)));
  // Who asks hears whether all of them are kept.
  event.waitUntil(keep(names).then((all) => event.ports[0]?.postMessage(all)));
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method !== 'GET') return;
  if (isAsset(url)) event.respondWith(asset(event.request));
  else if (mode === 'navigate' && !elsewhere.some((folder) => url.startsWith(folder))) {
    event.respondWith(page(event));
  }
});

// The server says what to show; nothing of it is hidden from anybody at a table.
self.addEventListener('push', (event) => event.waitUntil(tell(event.data.json())));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data.path, home).href));
});

/** Show a message, and nothing any more of turns that were played since they were told. */
async function tell({ title, body, tag, path, turns, tells, waiting }) {
  const icon = new URL('icons/192.png', home).href;
  self.navigator.setAppBadge?.(waiting).catch(() => undefined);
  await self.registration.showNotification(title, { body, tag, icon, renotify: true, data: { path, tells } });
  for (const shown of await self.registration.getNotifications()) {
    const told = shown.data?.tells ?? [];
    if (told.length > 0 && !told.some((table) => turns.includes(table))) shown.close();
  }
}

/** Go to the tab that shows an address, or open one. */
async function show(address) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = tabs.find(({ url }) => url === address);
  return there ? there.focus() : self.clients.openWindow(address);
}

function isAsset(url) {
  return url.startsWith(assets.href);
}

async function keep(names) {
  const cache = await caches.open(KEPT);
  const missing = [];
  for (const name of names) if (name === home.href || !(await cache.match(name))) missing.push(name);
  // One that fails must not lose the others.
  const added = await Promise.allSettled(missing.map((name) => cache.add(name)));
  const asked = new Set(names);
  const kept = (await cache.keys()).filter(({ url }) => isAsset(url) && !asked.has(url));
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST)).map((request) => cache.delete(request)));
  return added.every(({ status }) => status === 'fulfilled');
}

async function asset(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  // Without room the page works as ever.
  if (answer.status === 200) await cache.put(request.url, answer.clone()).catch(() => undefined);
  return answer;
}

async function page(event) {
  try {
    const answer = await fetch(event.request);
    // The start page names the newest files.
    if (answer.ok) event.waitUntil(keep([home.href]));
    return answer;
  } catch (error) {
    const kept = await (await caches.open(KEPT)).match(home.href);
    if (!kept) throw error;
    // The start page names its files relative to itself; this address may lie deeper.
    const text = (await kept.text()).replaceAll('="./', `="${home.pathname}`);
    const headers = new Headers(kept.headers);
    headers.delete('Content-Encoding');
    headers.delete('Content-Length');
    return new Response(text, { headers });
  }
}
