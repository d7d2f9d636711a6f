/** How long each event of a turn is shown. */
import type { NiagaraEvent as Event, PlaceName } from '../../protocol';
import { steps } from './places';

/** A river phase never lasts longer, whatever the number of pushes. */
export const RIVER_MS = 1600;
export const PUSH_MS = 220;
export const TUMBLE_MS = 500;
/** What follows the pushes – ropes, the whirlpool, Joe – gets no more than this of it. */
const WAKE_MS = 700;
/** Everything told at once – after a long absence, say – fits into this. */
const LONGEST_MS = 9000;
/** Left over so that frames that come late do not push the river past its limit. */
const SLACK_MS = 40;

/** What tells that the river has its turn. */
const OF_RIVER: ReadonlySet<Event['kind']> = new Set([
  'river',
  'push',
  'swept',
  'beaver_fell',
  'joe_fell',
  'joe_restarted',
  'joe_loaded',
  'joe_paddled',
]);

export interface Beat {
  readonly event: Event;
  /** Milliseconds until the next beat begins; 0: nothing to be seen. */
  readonly ms: number;
}

function lasts(event: Event): number {
  switch (event.kind) {
    case 'push':
      return PUSH_MS;
    case 'paddled':
      return paddling(event.start, event.end);
    case 'revealed':
      return 760;
    case 'rescued':
      return 620;
    case 'loaded':
    case 'unloaded':
    case 'banked':
    case 'moose_taken':
    case 'moose_free':
      return 480;
    case 'stolen':
    case 'joe_took':
    case 'joe_gave':
    case 'joe_swapped':
      return 640;
    case 'weather':
    case 'preserver':
    case 'tied':
      return 460;
    case 'swirled':
    case 'swept':
    case 'joe_paddled':
      return event.start === event.end ? 0 : 420;
    case 'joe_loaded':
    case 'joe_restarted':
    case 'beaver':
      return 320;
    case 'joe_fell':
      // The fall itself is waited for at the end, like any other.
      return 1;
    default:
      return 0;
  }
}

function paddling(start: PlaceName, end: PlaceName): number {
  return start === end ? 0 : Math.min(820, 240 + 110 * steps(start, end));
}

/** Give every event its time; `seen` tells the events that the player's own preview has shown already. */
export function timetable(events: readonly Event[], seen: (event: Event) => boolean = () => false): Beat[] {
  const beats = events.map((event) => ({ event, ms: seen(event) ? 0 : lasts(event) }));
  const first = events.findIndex(({ kind }) => OF_RIVER.has(kind));
  const end = events.findIndex(({ kind }, i) => i > first && (kind === 'preserver' || kind === 'round'));
  const flows = (i: number): boolean => first >= 0 && i >= first && (end < 0 || i < end);
  const total = (which: (beat: Beat, i: number) => boolean): number =>
    beats.reduce((sum, beat, i) => sum + (which(beat, i) ? beat.ms : 0), 0);

  const pushes = events.filter(({ kind }) => kind === 'push').length;
  const wake = total(({ event }, i) => flows(i) && event.kind !== 'push');
  const calmer = Math.min(1, WAKE_MS / Math.max(1, wake));
  // What went over the falls last may land while the rest is shown.
  const room = RIVER_MS - SLACK_MS - Math.max(TUMBLE_MS, wake * calmer);
  const push = Math.min(PUSH_MS, room / Math.max(1, pushes));
  const haste = Math.min(
    1,
    LONGEST_MS /
      Math.max(
        1,
        total(({ event }, i) => !flows(i) && event.kind !== 'push'),
      ),
  );
  return beats.map(({ event, ms }, i) => ({
    event,
    ms: event.kind === 'push' ? Math.min(ms, push) : ms * (flows(i) ? calmer : haste),
  }));
}
