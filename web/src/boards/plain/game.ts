import { spoken } from '../../lib/locale';
import { any, type Game } from '../game';

/** Offer a game that has no board of its own here: what the server says of it is shown as it is, in English. */
export const plainGame = (id: string, name: string): Game => ({
  id,
  order: Infinity,
  plain: true,
  name: () => name,
  tagline: () => '',
  intro: async () => (await import('./intro')).intro,
  table: async () => any((await spoken(import('./index'), 'plain')).plain),
});
