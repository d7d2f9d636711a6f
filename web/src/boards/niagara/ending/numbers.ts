import type { Numbers } from '../../ui';
import { m as common } from '../../../ending/messages';
import { m } from './messages';
import type { NiagaraEvent as Event } from '../../../protocol';

/** What turned the game for one player. */
interface Tally {
  home: number;
  stolen: number;
  /** Gems that somebody stole, or that went over the falls. */
  lost: number;
  falls: number;
}

/** Count what turned the game, by seat; null unless the events are those of a whole game. */
export function numbers(events: readonly Event[], seats: number): Numbers | null {
  if (!events.some((event) => event.kind === 'round' && event.number === 1)) return null;
  const tallies = Array.from({ length: seats }, (): Tally => ({ home: 0, stolen: 0, lost: 0, falls: 0 }));
  const count = (seat: number, what: keyof Tally, by = 1): void => {
    const tally = tallies[seat];
    if (tally) tally[what] += by;
  };
  const fell = (seat: number, gems: readonly unknown[]): void => {
    count(seat, 'falls');
    count(seat, 'lost', gems.length);
  };
  for (const event of events) {
    if (event.kind === 'banked') count(event.seat, 'home');
    else if (event.kind === 'stolen') {
      count(event.seat, 'stolen');
      count(event.victim, 'lost');
    } else if (event.kind === 'push') {
      for (const { seat, place, gems } of event.canoes) if (place === 'lost') fell(seat, gems);
    } else if (event.kind === 'swept' && event.end === 'lost') fell(event.seat, event.gems);
  }
  return {
    heads: [m.ending_gems_home(), m.ending_gems_stolen(), m.ending_gems_lost(), common.ending_falls()],
    rows: tallies.map(({ home, stolen, lost, falls }) => [home, stolen, lost, falls].map(String)),
  };
}
