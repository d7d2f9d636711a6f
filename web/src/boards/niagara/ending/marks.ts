import { only } from '../../part';
import type { NiagaraEvent as Event } from '../../../protocol';

/** Tell what stands out in a game, and whose doing or loss it is: falls, thefts, goals; null for all else. */
export function mark(told: Event): { readonly seat: number | null } | null {
  switch (told.kind) {
    case 'push': {
      const losers = [...new Set(told.canoes.flatMap(({ seat, place }) => (place === 'lost' ? seat : [])))];
      return losers.length > 0 ? { seat: only(losers) } : null;
    }
    case 'swept':
      return told.end === 'lost' ? { seat: told.seat } : null;
    case 'stolen':
    case 'goal':
    case 'joe_took':
    case 'joe_swapped':
      return { seat: told.seat };
    default:
      return null;
  }
}
