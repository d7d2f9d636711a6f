import './palette.css';

import { spoken } from '../../lib/locale';
import type { GameIntro } from '../ui';
import Gorge from './Gorge.svelte';
import MapThumb from './MapThumb.svelte';
import { setup } from './setup';

export const intro: GameIntro = {
  Hero: Gorge,
  Map: MapThumb,
  maps: async () => (await spoken(import('./maps'), 'canyon_map')).maps,
  words: setup,
};
