import { m } from '../lib/messages';
import type { Volume } from '../lib/prefs.svelte';

/** How loud all of it may be, and how that is called. */
export const loudness: readonly (readonly [Volume, () => string])[] = [
  ['off', m.show_sound_off],
  ['soft', m.show_sound_soft],
  ['full', m.show_sound_full],
];
