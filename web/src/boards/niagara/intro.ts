import './palette.css';

import type { GameIntro } from '../ui';
import Landscape from './Landscape.svelte';
import { setup } from './setup';

export const intro: GameIntro = { Hero: Landscape, words: setup };
