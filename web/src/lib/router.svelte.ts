import { root, site } from './root';

type Single =
  'daily' | 'invited' | 'lobby' | 'me' | 'moderation' | 'offline' | 'ratings' | 'readings' | 'tournaments' | 'verify';

export type Route =
  | { page: 'home' | 'unknown' | Single }
  | {
      page: 'table' | 'screen' | 'me' | 'person' | 'tournament' | 'game' | 'replay' | 'rewatch' | 'daily' | 'adventure';
      id: string;
    }
  | { page: 'rules'; game: string };

/** Read a path of ours. */
export function parse(path: string): Route {
  if (path === '/' || path === '/index.html') return { page: 'home' };
  const single = /^\/(daily|invited|verify|lobby|me|moderation|offline|ratings|tournaments)\/?$/.exec(path)?.[1];
  if (single) return { page: single as Single };
  if (/^\/rules\/?$/.test(path)) return { page: 'readings' };
  const [, of, id, what] = /^\/(tables|offline)\/([A-Za-z0-9_-]+)\/(screen|replay)\/?$/.exec(path) ?? [];
  if (id && what === 'replay') return { page: of === 'tables' ? 'replay' : 'rewatch', id };
  if (id && of === 'tables') return { page: 'screen', id };
  const [, page, name] =
    /^\/(t|me|rules|people|tournaments|offline|daily|learn)\/([A-Za-z0-9_-]+)\/?$/.exec(path) ?? [];
  if (!name) return { page: 'unknown' };
  if (page === 'rules') return { page, game: name };
  return { page: PAGES[page as keyof typeof PAGES], id: name };
}

const PAGES = {
  t: 'table',
  me: 'me',
  people: 'person',
  tournaments: 'tournament',
  offline: 'game',
  daily: 'daily',
  learn: 'adventure',
} as const;

/** Where an address of ours leads: a path, what is asked of that page, and a place in it. */
interface Place {
  readonly path: string;
  readonly query: string;
  readonly place: string;
}

/** Read where an address of ours leads; `alone`: on a site without a server. */
export function split({ pathname, search, hash }: Address, alone = site): Place {
  const address = alone ? hash.slice(1) || '/' : pathname.slice(root.length) + search + hash;
  const [page = '', place = ''] = address.split('#');
  const [path = '', query = ''] = page.split('?');
  return { path, query, place };
}

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** The place in a page that the address names. */
export const placeHere = (): string => decodeURIComponent(split(location).place);

class Router {
  route: Route = $state.raw(parse(split(location).path));
  /** Whoever reads a page came there by keyboard, as far as one knows by what they pressed last. */
  keys = false;

  constructor() {
    addEventListener('keydown', () => (this.keys = true), true);
    addEventListener('pointerdown', () => (this.keys = false), true);
    addEventListener('popstate', () => {
      this.route = parse(split(location).path);
    });
    // On the window: whoever listens at a link itself has decided by then.
    addEventListener('click', follow);
  }

  /** Go to a path of ours, perhaps with a `?query` or a `#place` in it, without loading the page anew. */
  go(path: string): void {
    const address = root + path;
    if (address !== location.pathname + location.search + location.hash) history.pushState(1, '', address);
    this.route = parse(split(location).path);
    scrollTo(0, 0);
  }
}

export const router = new Router();

/** Tell whether a click is one that a browser follows a link with, in the same tab. */
export const plainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** Follow a link of ours without loading the page anew. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || !plainClick(event)) return;
  const link = (event.target as Element).closest('a');
  // Tabs of their own, and places in the same page, are the browser's; so is all that is no page of ours.
  if (!link || link.target || link.origin !== location.origin) return;
  if (!(link.pathname + link.hash).startsWith(`${root}/`)) return;
  const { path, query, place } = split(link);
  const here = split(location);
  if ((place && path === here.path && query === here.query) || parse(path).page === 'unknown') return;
  event.preventDefault();
  router.go(path + (query && `?${query}`) + (place && `#${place}`));
}

/** Find the table that somebody's pasted link or code means. */
export function tableIn(text: string): string | null {
  const trimmed = text.trim();
  return /\/t\/([A-Za-z0-9_-]+)/.exec(trimmed)?.[1] ?? /^[A-Za-z0-9_-]{3,64}$/.exec(trimmed)?.[0] ?? null;
}
