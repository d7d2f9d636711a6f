import { list } from '../../../lib/words';
import type { Measure, Naming } from '../../ui';
import { m } from './messages';
import type { CanyonEvent as Event, CanyonView as View, Settled } from '../../../protocol';

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

/** List who took as many tricks as bid. */
const met = (told: Event): readonly Settled[] =>
  told.kind === 'settled' ? told.players.filter(({ bid, tricks }) => bid === tricks) : [];

/** The log tells the points of all. */
export const turned = (told: Event, name: Naming): string | null => {
  const [one, ...more] = met(told);
  if (!one) return null;
  return more.length > 0
    ? m.ending_met({ names: list([one, ...more].map(({ seat }) => name(seat))) })
    : m.ending_only({ name: name(one.seat), bid: one.bid });
};

/** Tell how much an event may have turned the game. */
export function weight(told: Event): number {
  switch (told.kind) {
    case 'arrived':
      return 4;
    case 'drifted':
      return told.chain.reduce((sum, { fell }) => sum + (fell ? 2 : 0.5), 0);
    case 'settled':
      return met(told).length === 1 ? 1.5 : 0;
    default:
      return 0;
  }
}
