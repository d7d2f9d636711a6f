/** How long each event of a turn is shown. */
import type { NiagaraEvent as Event, PlaceName } from '../../protocol';
import { steps } from './places';

/** A river phase never lasts longer, whatever the number of pushes. */
export const RIVER_MS = 1600;
export const PUSH_MS = 220;
export const TUMBLE_MS = 500;
/** Everything told at once – after a long absence, say – fits into this. */
const LONGEST_MS = 9000;
/** Left over so that frames that come late do not push the river past its limit. */
const SLACK_MS = 40;

export interface Beat {
  readonly event: Event;
  /** Milliseconds until the next beat begins; 0: nothing to be seen. */
  readonly ms: number;
}

function lasts(event: Event, push: number): number {
  switch (event.kind) {
    case 'push':
      return push;
    case 'paddled':
      return paddling(event.start, event.end);
    case 'revealed':
      return 760;
    case 'rescued':
      return 620;
    case 'loaded':
    case 'unloaded':
    case 'banked':
      return 480;
    case 'stolen':
      return 640;
    case 'weather':
    case 'preserver':
      return 460;
    default:
      return 0;
  }
}

function paddling(start: PlaceName, end: PlaceName): number {
  return start === end ? 0 : Math.min(820, 240 + 110 * steps(start, end));
}

/** Give every event its time; `seen` tells the events that the player's own preview has shown already. */
export function timetable(events: readonly Event[], seen: (event: Event) => boolean = () => false): Beat[] {
  const pushes = events.filter(({ kind }) => kind === 'push').length;
  const push = Math.min(PUSH_MS, (RIVER_MS - TUMBLE_MS - SLACK_MS) / Math.max(1, pushes));
  const beats = events.map((event) => ({ event, ms: seen(event) ? 0 : lasts(event, push) }));
  const calm = beats.reduce((sum, { event, ms }) => sum + (event.kind === 'push' ? 0 : ms), 0);
  const haste = Math.min(1, LONGEST_MS / Math.max(1, calm));
  return beats.map(({ event, ms }) => ({ event, ms: event.kind === 'push' ? ms : ms * haste }));
}
