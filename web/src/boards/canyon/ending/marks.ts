import { only } from '../../part';
import type { CanyonEvent as Event } from '../../../protocol';

/** Tell what stands out in a game, and whose doing it is: bids that were met, drifting in the rapids, arrivals; null for all else. */
export function mark(told: Event): { readonly seat: number | null } | null {
  switch (told.kind) {
    case 'settled': {
      const met = told.players.flatMap(({ seat, bid, tricks }) => (bid === tricks ? seat : []));
      return met.length > 0 ? { seat: only(met) } : null;
    }
    case 'drifted':
      return { seat: told.seat };
    case 'arrived':
      return { seat: told.seat };
    default:
      return null;
  }
}
