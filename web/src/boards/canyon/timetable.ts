/** How long each event is shown. */
import type { CanyonEvent, Drift } from '../../protocol';

/** The parts of a fall over the edge: to the lip, there for a moment, down, the splash, silence, and up the gangway. */
export const FALL = { drift: 300, lip: 520, plunge: 380, splash: 420, silence: 320, climb: 380 } as const;
export const FALL_MS = Object.values(FALL).reduce((sum, ms) => sum + ms, 0);
/** From one canoe's start to that of the one it pushes. */
export const PUSH_MS = 300;
/** How long the current takes a canoe from space to space. */
export const DRIFT_MS = 640;

export interface Beat {
  readonly event: CanyonEvent;
  /** Milliseconds until the next beat begins; 0: nothing to be seen. */
  readonly ms: number;
}

/** Tell how long a journey of some steps takes. */
const paddling = (steps: number): number => Math.min(1700, 320 + 210 * steps);

/** Tell how long it takes from a push to the last canoe's rest. */
const drifting = (chain: readonly Drift[]): number =>
  Math.max(...chain.map(({ fell }, nth) => nth * PUSH_MS + (fell ? FALL_MS : DRIFT_MS)));

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
      return 520;
    case 'trick':
      return 1350;
    case 'settled':
      return 1600;
    case 'moved':
      return paddling(event.path.length - 1);
    case 'drifted':
      return drifting(event.chain) + 120;
    case 'blocked':
    case 'stays':
    case 'lost_turn':
      return 460;
    case 'arrived':
      return 1300;
    case 'marker':
    case 'over':
      return 0;
  }
}

/** Give every event its time; `seen` tells the events that the player's own preview has shown already. */
export function timetable(events: readonly CanyonEvent[], seen: (event: CanyonEvent) => boolean = () => false): Beat[] {
  return events.map((event) => ({ event, ms: seen(event) ? 0 : lasts(event) }));
}
