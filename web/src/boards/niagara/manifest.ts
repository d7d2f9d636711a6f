import { lazy } from '../../lib/lazy.svelte';
import { m } from '../../paraglide/messages.js';
import { any, type Game } from '../game';

export const game: Game = {
  id: 'niagara',
  order: 1,
  name: m.app_niagara,
  tagline: m.app_niagara_tagline,
  intro: lazy(async () => (await import('./intro')).intro, 'niagara'),
  table: lazy(async () => any((await import('./index')).niagara), 'niagara'),
};
