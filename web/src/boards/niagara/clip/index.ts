/** Scenes of a game as short clips show them; fetched when somebody wants one. */
import { plungeMs } from '../../art/clip/plunge';
import type { Clip } from '../../ui';
import type { NiagaraEvent as Event, NiagaraView as View } from '../../../protocol';
import { fallen } from '../ending/scenes';
import Fall from './Fall.svelte';
import Home from './Home.svelte';
import Theft from './Theft.svelte';

const SUN = 372;

export const clips: Readonly<Record<string, Clip<View, Event>>> = {
  fall: { Scene: Fall, sun: SUN, time: (event) => ({ ms: plungeMs(fallen(event).length), still: 2160 }) },
  theft: { Scene: Theft, sun: SUN, time: () => ({ ms: 4000, still: 1750 }) },
  home: { Scene: Home, sun: SUN, time: () => ({ ms: 3800, still: 2300 }) },
};
