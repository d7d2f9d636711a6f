/**
 * The path below which this server's pages lie: '' at the root of a host, or perhaps '/games/eddyline' behind a proxy.
 * It follows from where this file came from, which in a build is the folder `assets`; the server need not know it.
 */
export const root = import.meta.env.DEV ? '' : new URL(/* @vite-ignore */ '..', import.meta.url).pathname.slice(0, -1);
