import { spoken } from '../../lib/locale';
import { m } from '../../paraglide/messages.js';
import { any, type Game } from '../game';

export const game: Game = {
  id: 'niagara',
  order: 1,
  name: m.app_niagara,
  tagline: m.app_niagara_tagline,
  intro: async () => (await spoken(import('./intro'), 'niagara')).intro,
  table: async () => any((await spoken(import('./index'), 'niagara')).niagara),
};
