import type { Measure } from '../../ui';
import { m } from './messages';
import type { CanyonEvent as Event, CanyonView as View } from '../../../protocol';

/** How the standing is measured: by the way that is left, and by the points of all rounds. */
export const measures: readonly Measure<View, Event>[] = [
  { label: m.ending_distance, best: 'least', of: ({ players }) => players.map(({ distance }) => distance) },
  {
    label: m.ending_points,
    best: 'most',
    of: ({ players }, events, before) => {
      const settled = events.flatMap((event) => (event.kind === 'settled' ? event.players : []));
      return players.map(({ seat }) =>
        settled.reduce((sum, each) => sum + (each.seat === seat ? each.points : 0), before[seat] ?? 0),
      );
    },
  },
];

/** Tell how much an event may have turned the game. */
export function weight(told: Event): number {
  switch (told.kind) {
    case 'arrived':
      return 4;
    case 'drifted':
      return told.chain.reduce((sum, { fell }) => sum + (fell ? 2 : 0.5), 0);
    case 'settled':
      // Only one was right.
      return told.players.filter(({ bid, tricks }) => bid === tricks).length === 1 ? 1.5 : 0;
    default:
      return 0;
  }
}
