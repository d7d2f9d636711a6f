import { spoken } from '../../lib/locale';
import { m } from '../../paraglide/messages.js';
import { any, type Game } from '../game';

export const game: Game = {
  id: 'canyon',
  order: 2,
  name: m.app_canyon,
  tagline: m.app_canyon_tagline,
  intro: async () => (await spoken(import('./intro'), 'canyon')).intro,
  table: async () => any((await spoken(import('./index'), 'canyon')).canyon),
};
