/** Scenes of a game as short clips show them; fetched when somebody wants one. */
import { plungeMs } from '../../art/clip/plunge';
import type { Clip } from '../../ui';
import type { CanyonEvent as Event, CanyonView as View } from '../../../protocol';
import { m } from '../ending/messages';
import { exact, fallen } from '../ending/scenes';
import Arrival from './Arrival.svelte';
import Bid from './Bid.svelte';
import Fall from './Fall.svelte';
import { SUN } from './sun';

export const clips: Readonly<Record<string, Clip<View, Event>>> = {
  fall: { Scene: Fall, sun: SUN, time: (event) => ({ ms: plungeMs(fallen(event).length), still: 2160 }) },
  arrival: { Scene: Arrival, sun: SUN, time: () => ({ ms: 3600, still: 2600 }) },
  bid: {
    Scene: Bid,
    sun: SUN,
    time: () => ({ ms: 4000, still: 2900 }),
    // The log tells of all players, and of points.
    told: (event, name) => {
      const met = exact(event);
      return met ? m.ending_exact({ name: name(met.seat), count: met.tricks }) : '';
    },
  },
};
