import type { Numbers } from '../../ui';
import { m as common } from '../../../lib/messages';
import { m } from '../messages';
import type { NiagaraEvent as Event } from '../../../protocol';

/** What turned the game for one player. */
interface Tally {
  home: number;
  stolen: number;
  robbed: number;
  falls: number;
}

/** Count what turned the game, by seat; null unless the events are those of a whole game. */
export function numbers(events: readonly Event[], seats: number): Numbers | null {
  if (!events.some((event) => event.kind === 'round' && event.number === 1)) return null;
  const tallies = Array.from({ length: seats }, (): Tally => ({ home: 0, stolen: 0, robbed: 0, falls: 0 }));
  const count = (seat: number, what: keyof Tally): void => {
    const tally = tallies[seat];
    if (tally) tally[what] += 1;
  };
  for (const event of events) {
    if (event.kind === 'banked') count(event.seat, 'home');
    else if (event.kind === 'stolen') {
      count(event.seat, 'stolen');
      count(event.victim, 'robbed');
    } else if (event.kind === 'push') {
      for (const { seat, place } of event.canoes) if (place === 'lost') count(seat, 'falls');
    } else if (event.kind === 'swept' && event.end === 'lost') count(event.seat, 'falls');
  }
  return {
    heads: [m.ending_gems_home(), m.ending_gems_stolen(), m.ending_gems_robbed(), common.ending_falls()],
    rows: tallies.map(({ home, stolen, robbed, falls }) => [home, stolen, robbed, falls].map(String)),
  };
}
