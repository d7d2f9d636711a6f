import type { Ending } from '../../ui';
import type { CanyonEvent as Event, CanyonView as View, Settled } from '../../../protocol';

/** What a clip of a game may show, the most dramatic first: canoes that go over the falls, arrivals, bids that were met. */
export const scenes: Ending<View, Event>['scenes'] = [
  { clip: 'fall', drama: (told) => fallen(told).length },
  { clip: 'arrival', drama: ({ kind }) => (kind === 'arrived' ? 1 : 0) },
  { clip: 'bid', drama: (told) => exact(told)?.tricks ?? 0 },
];

/** List the seats whose canoes an event takes over the falls. */
export const fallen = (told: Event): readonly number[] =>
  told.kind === 'drifted' ? told.chain.flatMap(({ seat, fell }) => (fell ? seat : [])) : [];

/** Find who took exactly as many tricks as they had bid, and most of all who did; null: nobody took any that way. */
export function exact(told: Event): Settled | null {
  if (told.kind !== 'settled') return null;
  const met = told.players.filter(({ bid, tricks }) => bid === tricks && tricks > 0);
  return met.sort((one, other) => other.tricks - one.tricks)[0] ?? null;
}
