import type { Ending } from '../../ui';
import type { CanoeAt, NiagaraEvent as Event, NiagaraView as View } from '../../../protocol';

/** What a clip of a game may show, the most dramatic first: canoes that go over the falls, thefts, gems that come ashore. */
export const scenes: Ending<View, Event>['scenes'] = [
  { clip: 'fall', drama: (told) => fallen(told).reduce((sum, { gems }) => sum + 1 + gems.length / 2, 0) },
  { clip: 'theft', drama: ({ kind }) => (kind === 'stolen' ? 1 : 0) },
  { clip: 'home', drama: ({ kind }) => (kind === 'goal' ? 2 : kind === 'banked' ? 1 : 0) },
];

/** A canoe that went over the falls, and what was in it. */
export type Fallen = Pick<CanoeAt, 'seat' | 'canoe' | 'gems'>;

/** List the canoes that an event takes over the falls. */
export function fallen(told: Event): readonly Fallen[] {
  if (told.kind === 'push') return told.canoes.filter(({ place }) => place === 'lost');
  return told.kind === 'swept' && told.end === 'lost' ? [told] : [];
}
