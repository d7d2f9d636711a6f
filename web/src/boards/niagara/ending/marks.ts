import { only } from '../../part';
import type { NiagaraEvent as Event, Pushed } from '../../../protocol';
import type { Naming, Stood } from '../../ui';
import { m as common } from '../../../ending/messages';
import { event } from '../telling';
import { m } from './messages';

/** List who loses a canoe over the falls. */
const losersOf = ({ canoes }: Pushed): number[] => [
  ...new Set(canoes.flatMap(({ seat, place }) => (place === 'lost' ? seat : []))),
];

/** Tell a push of each seat alone that loses a canoe in it. */
export function apart(told: Event): readonly Event[] {
  if (told.kind !== 'push') return [told];
  const losers = losersOf(told);
  if (losers.length < 2) return [told];
  return losers.map((loser) => ({ ...told, canoes: told.canoes.filter(({ seat }) => seat === loser) }));
}

/** Tell what stands out in a game, and whose doing or loss it is: falls, thefts, goals; null for all else. */
export function mark(told: Event): { readonly seat: number | null } | null {
  switch (told.kind) {
    case 'push': {
      const losers = losersOf(told);
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

const kindOf = ({ kind }: Event): string =>
  kind === 'swept' ? common.ending_falls() : kind === 'goal' ? m.ending_goals() : m.ending_thefts();

/** List what stands out, also by whom it befalls. */
export function stood(told: Event, name: Naming): readonly Stood[] {
  const seat = mark(told)?.seat;
  const text = seat === undefined ? null : event(told, name);
  if (!text) return [];
  if (told.kind === 'push') return [{ seats: losersOf(told), text, kind: common.ending_falls() }];
  const victim = 'victim' in told ? [told.victim] : [];
  return [{ seats: typeof seat === 'number' ? [seat, ...victim] : victim, text, kind: kindOf(told) }];
}
