/** How long each event is shown, how closely, and when it is told. */
import type { CanyonEvent, Drift } from '../../protocol';
import { Habit } from '../habit';
import { type Look, lookAt } from './moments';

/** The parts of a fall over the edge: to the lip, there for a moment, down, the splash, silence, and up the gangway. */
export const FALL = { drift: 300, lip: 520, plunge: 380, splash: 420, silence: 320, climb: 380 } as const;
export const FALL_MS = Object.values(FALL).reduce((sum, ms) => sum + ms, 0);
/** From one canoe's start to that of the one it pushes. */
export const PUSH_MS = 300;
/** How long the current takes a canoe from space to space. */
export const DRIFT_MS = 640;

const LATELY = new Habit();

export interface Beat {
  readonly event: CanyonEvent;
  /** Milliseconds until the next beat begins; 0: nothing to be seen. A close look takes longer. */
  readonly ms: number;
  /** So long after it has begun it may be told. */
  readonly told: number;
  readonly look: Look | null;
}

/** For whom a timetable is made. */
export interface Audience {
  /** Tells the events that the player's own preview has shown already. */
  readonly seen?: (event: CanyonEvent) => boolean;
  /** The player's seat. */
  readonly you?: number | null;
  /** Without movement, and so without close looks. */
  readonly still?: boolean;
  /** What was shown lately; absent: on this page. */
  readonly habit?: Habit;
}

/** From the points of all, side by side, to the bids that were met: see `CardTable`. */
export const EXACT_MS = 560;

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
      return 1300;
    case 'played':
      return 520;
    case 'trick':
      return 1350;
    case 'settled':
      return 2000;
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

/** Say when an event may be told: as a canoe tips over the edge, as all see whose bid was met, and else as it begins. */
function tells(event: CanyonEvent): number {
  if (event.kind === 'settled') return EXACT_MS;
  if (event.kind !== 'drifted') return 0;
  const last = event.chain.length - 1;
  return event.chain[last]?.fell ? last * PUSH_MS + FALL.drift + FALL.lip : 0;
}

/** Give every event its time. */
export function timetable(events: readonly CanyonEvent[], audience: Audience = {}): Beat[] {
  const { seen = () => false, you = null, still = false, habit = LATELY } = audience;
  return events.map((event) => {
    const ms = seen(event) ? 0 : lasts(event);
    const look = ms > 0 && !still ? lookAt(event, you, (occasion) => habit.share(occasion)) : null;
    return { event, ms, told: still ? 0 : tells(event), look };
  });
}
