import type { Numbers } from '../../ui';
import { m as common } from '../../../ending/messages';
import { m } from './messages';
import type { CanyonEvent as Event } from '../../../protocol';

const suitOf = (card: string): string => card.split(' ')[0] ?? '';

/** Count what turned the game, by seat; null unless the events are those of a whole game. */
export function numbers(events: readonly Event[], seats: number): Numbers | null {
  if (!events.some((event) => event.kind === 'dealt' && event.number === 1)) return null;
  const rounds = events.filter((event) => event.kind === 'settled').map(({ players }) => players);
  const drifts = events.filter((event) => event.kind === 'drifted').flatMap(({ chain }) => chain);
  const cards = Array.from({ length: seats }, () => ({ played: 0, trumps: 0 }));
  let trump = '';
  for (const event of events) {
    if (event.kind === 'dealt') trump = suitOf(event.trump);
    const own = event.kind === 'played' ? cards[event.seat] : undefined;
    if (event.kind !== 'played' || !own) continue;
    own.played += 1;
    if (suitOf(event.card) === trump) own.trumps += 1;
  }
  const rows = cards.map(({ played, trumps }, seat) => {
    const own = rounds.flatMap((players) => players[seat] ?? []);
    const met = own.filter(({ bid, tricks }) => bid === tricks).length;
    const tricks = own.reduce((sum, round) => sum + round.tricks, 0);
    const falls = drifts.filter((drift) => drift.seat === seat && drift.fell).length;
    return [
      m.ending_of({ count: met, all: own.length }),
      `${tricks}`,
      m.ending_of({ count: trumps, all: played }),
      `${falls}`,
    ];
  });
  return { heads: [m.ending_bids(), m.ending_tricks(), m.ending_trumps(), common.ending_falls()], rows };
}
