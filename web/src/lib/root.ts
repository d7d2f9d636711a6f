/** This is a site of its own, without a server (`eddyline site`): all its addresses are places of one page. */
export const site = document.documentElement.dataset['site'] !== undefined;

/**
 * The path below which all files lie: '' at the root of a host, or perhaps '/games/eddyline' behind a proxy. It follows
 * from where this file came from, which in a build is the folder `assets`; the server need not know it.
 */
export const files = import.meta.env.DEV ? '' : new URL(/* @vite-ignore */ '..', import.meta.url).pathname.slice(0, -1);

/** The path below which our pages lie. */
export const root = site ? `${files}/#` : files;
