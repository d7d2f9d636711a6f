import { lazy } from '../../lib/lazy.svelte';
import { m } from '../../lib/messages';
import { any, type Game } from '../game';

export const game: Game = {
  id: 'niagara',
  order: 1,
  name: m.app_niagara,
  tagline: m.app_niagara_tagline,
  intro: lazy(async () => (await import('./intro')).intro),
  table: lazy(async () => any((await import('./index')).niagara)),
};
