/** How long each event is shown. */
import type { CanyonEvent } from '../../protocol';

export const TUMBLE_MS = 620;
/** Everything told at once – after a long absence, say – fits into this. */
const LONGEST_MS = 9000;

export interface Beat {
  readonly event: CanyonEvent;
  /** Milliseconds until the next beat begins; 0: nothing to be seen. */
  readonly ms: number;
}

/** Tell how long a journey of some steps takes. */
export const paddling = (steps: number): number => Math.min(1100, 260 + 130 * steps);

function lasts(event: CanyonEvent): number {
  switch (event.kind) {
    case 'jetty':
      return 560;
    case 'dealt':
      return 1050;
    case 'bid':
      return 420;
    case 'bids':
      return 700;
    case 'played':
      return 460;
    case 'trick':
      return 980;
    case 'settled':
      return 1400;
    case 'moved':
      return paddling(event.path.length - 1);
    case 'drifted':
      return 320 + 170 * event.chain.length + (event.chain.some(({ fell }) => fell) ? TUMBLE_MS - 200 : 0);
    case 'blocked':
    case 'stays':
    case 'lost_turn':
      return 420;
    case 'arrived':
      return 620;
    case 'marker':
    case 'over':
      return 0;
  }
}

/** Give every event its time; `seen` tells the events that the player's own preview has shown already. */
export function timetable(events: readonly CanyonEvent[], seen: (event: CanyonEvent) => boolean = () => false): Beat[] {
  const beats = events.map((event) => ({ event, ms: seen(event) ? 0 : lasts(event) }));
  const total = beats.reduce((sum, { ms }) => sum + ms, 0);
  const share = Math.min(1, LONGEST_MS / Math.max(1, total));
  return beats.map(({ event, ms }) => ({ event, ms: ms * share }));
}
