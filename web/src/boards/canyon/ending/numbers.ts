import type { Numbers } from '../../ui';
import { m as common } from '../../../lib/messages';
import { m } from '../messages';
import type { CanyonEvent as Event } from '../../../protocol';

/** Count what turned the game, by seat; null unless the events are those of a whole game. */
export function numbers(events: readonly Event[], seats: number): Numbers | null {
  if (!events.some((event) => event.kind === 'dealt' && event.number === 1)) return null;
  const rounds = events.filter((event) => event.kind === 'settled').map(({ players }) => players);
  const drifts = events.filter((event) => event.kind === 'drifted').flatMap(({ chain }) => chain);
  const rows = Array.from({ length: seats }, (_, seat) => {
    const own = rounds.flatMap((players) => players[seat] ?? []);
    const met = own.filter(({ bid, tricks }) => bid === tricks).length;
    const tricks = own.reduce((sum, round) => sum + round.tricks, 0);
    const falls = drifts.filter((drift) => drift.seat === seat && drift.fell).length;
    return [m.ending_of({ count: met, all: own.length }), `${tricks}`, `${falls}`];
  });
  return { heads: [m.ending_bids(), m.ending_tricks(), common.ending_falls()], rows };
}
