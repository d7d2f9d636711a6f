import './palette.css';

import type { GameIntro } from '../ui';
import Gorge from './Gorge.svelte';
import MapThumb from './MapThumb.svelte';
import { setup } from './setup';

export const intro: GameIntro = { Hero: Gorge, Map: MapThumb, words: setup };
