import { m as common } from '../../../ending/messages';
import { list } from '../../../lib/words';
import type { Measure } from '../../ui';
import { holdWords } from '../labels';
import { m } from './messages';
import { fallen } from './scenes';
import type { NiagaraEvent as Event, NiagaraPlayerView, NiagaraView as View } from '../../../protocol';

/** Count the gems that are still needed, by the shortest of the three ways to the goal (N-END-1). */
const short = ({ goals: { alike, colours, total } }: NiagaraPlayerView): number =>
  Math.max(0, Math.min(4 - alike, 5 - colours, 7 - total));

/** How the standing is measured: by what is lacking, by what is at home, and by what the falls have taken. */
export const measures: readonly Measure<View, Event>[] = [
  { label: m.ending_short, best: 'least', of: ({ players }) => players.map(short) },
  { label: m.ending_gems, best: 'most', of: ({ players }) => players.map(({ goals }) => goals.total) },
  {
    label: common.ending_falls,
    best: 'least',
    of: ({ players }, events, before) => {
      const lost = events.flatMap(fallen);
      return players.map(({ seat: of }) => (before[of] ?? 0) + lost.filter(({ seat }) => seat === of).length);
    },
  },
];

/** Say where each canoe of a seat is, and what it carries: what is not ashore yet is measured by nothing. */
export const holds = ({ players }: View, seat: number): readonly string[] =>
  players.find((player) => player.seat === seat)?.canoes.map(holdWords) ?? [];

/** Tell whether an event changes what a seat still needs: a gem comes ashore, or pays for a canoe. */
export const moves = (told: Event, seat: number): boolean =>
  (told.kind === 'banked' || told.kind === 'goal' || told.kind === 'rescued') && told.seat === seat;

/** Say what places after the winners go by (N-END-4). */
export const ranks = (): string => m.ending_worth();

/** Say who came nearest to winning a game whose rounds are over, and by how many gems they missed it. */
export function missed({ players }: View, name: (seat: number) => string): string {
  const lacks = players.map(short);
  const count = Math.min(...lacks);
  const nearest = players.filter((player) => short(player) === count);
  if (nearest.length === players.length) return m.ending_level({ count });
  return m.ending_nearest({ count, names: list(nearest.map(({ seat }) => name(seat))) });
}

/** Weigh a canoe that goes over the falls with its cargo. */
const fall = (gems: readonly unknown[]): number => 1 + gems.length / 2;

/** Tell how much an event may have turned the game. */
export function weight(told: Event): number {
  switch (told.kind) {
    case 'goal':
      return 4;
    case 'stolen':
      return 2;
    case 'push':
      return Math.min(
        3,
        told.canoes.reduce((sum, { place, gems }) => sum + (place === 'lost' ? fall(gems) : 0), 0),
      );
    case 'swept':
      return told.end === 'lost' ? fall(told.gems) : 0;
    case 'joe_took':
    case 'joe_swapped':
      return 1;
    default:
      return 0;
  }
}
