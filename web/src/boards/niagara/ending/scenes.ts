import type { CanoeAt, NiagaraEvent as Event } from '../../../protocol';

/** What a clip of a game may show, the most dramatic first: canoes that go over the falls, thefts, gems that come ashore. */
export const scenes: readonly { clip: string; shows: (told: Event) => boolean }[] = [
  { clip: 'fall', shows: (told) => fallen(told).length > 0 },
  { clip: 'theft', shows: ({ kind }) => kind === 'stolen' },
  { clip: 'home', shows: ({ kind }) => kind === 'goal' || kind === 'banked' },
];

/** A canoe that went over the falls, and what was in it. */
export type Fallen = Pick<CanoeAt, 'seat' | 'canoe' | 'gems'>;

/** List the canoes that an event takes over the falls. */
export function fallen(told: Event): readonly Fallen[] {
  if (told.kind === 'push') return told.canoes.filter(({ place }) => place === 'lost');
  return told.kind === 'swept' && told.end === 'lost' ? [told] : [];
}
