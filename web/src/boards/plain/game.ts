import { lazy } from '../../lib/lazy.svelte';
import { any, type Game } from '../game';

const intro = lazy(async () => (await import('./intro')).intro);
const table = lazy(async () => any((await import('./index')).plain));

/** Offer a game that has no board of its own here: what the server says of it is shown as it is, in English. */
export const plainGame = (id: string, name: string): Game => ({
  id,
  order: Infinity,
  plain: true,
  name: () => name,
  tagline: () => '',
  intro,
  table,
});
