import { lazy } from '../../lib/lazy.svelte';
import { m } from '../../lib/messages';
import { any, type Game } from '../game';

export const game: Game = {
  id: 'canyon',
  order: 2,
  name: m.app_canyon,
  tagline: m.app_canyon_tagline,
  intro: lazy(async () => (await import('./intro')).intro),
  table: lazy(async () => any((await import('./index')).canyon)),
};
