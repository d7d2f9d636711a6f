import './palette.css';

import { lazy } from '../../lib/lazy.svelte';
import type { GameIntro } from '../ui';
import Gorge from './Gorge.svelte';
import MapThumb from './MapThumb.svelte';
import { setup } from './setup';

export const intro: GameIntro = {
  Hero: Gorge,
  Map: MapThumb,
  maps: lazy(async () => (await import('./maps')).maps),
  words: setup,
};
