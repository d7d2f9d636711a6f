import { m as common } from '../lib/messages';
import type { Volume } from '../lib/prefs.svelte';
import { m } from './messages';

/** How loud all of it may be, and how that is called. */
export const loudness: readonly (readonly [Volume, () => string])[] = [
  ['off', common.show_sound_off],
  ['soft', common.show_sound_soft],
  ['full', common.show_sound_full],
];

/** What its key does. */
export const muting = (): string => m.sound_key();
