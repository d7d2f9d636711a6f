import { prefer, prefs, type Volume } from '../lib/prefs.svelte';
import { load, onChange, save } from '../lib/storage';
import { type Kind, KINDS } from './mix';

const KEY = 'eddyline.sound';
const DEFAULTS = { asked: false, last: 'soft' as Volume, water: 1, events: 1, pieces: 1, calls: 1, music: 0.8 };

/** What this person likes to hear beside how loud all of it is, kept in this browser: changed by functions here alone. */
export const volumes = $state({ ...DEFAULTS });

function read(): void {
  const saved = load<Record<string, unknown>>(KEY, {});
  for (const kind of KINDS) {
    const level = saved[kind];
    volumes[kind] = typeof level === 'number' && level >= 0 && level <= 1 ? level : DEFAULTS[kind];
  }
  volumes.asked = saved['asked'] === true;
  volumes.last = saved['last'] === 'full' ? 'full' : 'soft';
}
read();
onChange(KEY, read);

const keep = (): void => void save(KEY, { ...volumes });

/** Set the volume of one kind of sound. */
export function setLevel(kind: Kind, level: number): void {
  volumes[kind] = level;
  keep();
}

/** Answer how loud the river is to be: nobody is asked again. */
export function answer(sound: Volume): void {
  volumes.asked = true;
  if (sound !== 'off') volumes.last = sound;
  keep();
  prefer({ sound });
}

/** Switch the sound off, or on again as it was. */
export const mute = (): void => answer(prefs.sound === 'off' ? volumes.last : 'off');

/** Tell whether to ask somebody how loud it is to be. */
export const asking = (): boolean => !volumes.asked && prefs.sound === 'off';

/** While they are asked, those who have acted already hear the river softly: their browser lets them hear anything. */
export function preset(): void {
  if (asking() && navigator.userActivation?.hasBeenActive) prefer({ sound: 'soft' });
}
