/** How long each event of a turn is shown. */
import type { NiagaraEvent as Event, PlaceName, Pushed } from '../../protocol';
import { steps } from './places';

/** A river phase never lasts longer, whatever the number of pushes, but for what the player loses. */
export const RIVER_MS = 1600;
export const PUSH_MS = 220;
/** A disc falls in this time, a boat more slowly: it hangs at the lip, plunges, and drifts when the splash has settled. */
export const TUMBLE_MS = 500;
export const LIP_MS = 500;
export const PLUNGE_MS = 430;
export const SPLASH_MS = 520;
/** So much longer the river waits after a push that takes a canoe of the player who watches. */
export const OWN_LOSS_MS = LIP_MS + PLUNGE_MS;
/** What was aboard flies home in this time. */
export const GEM_MS = 620;
export const QUIET_MS = 200;
/** All of it, from the push that takes a boat along. */
export const FALL_MS = PUSH_MS + LIP_MS + PLUNGE_MS + Math.max(SPLASH_MS, GEM_MS + 60) + QUIET_MS;
/** What follows the pushes – ropes, the whirlpool, Joe – gets no more than this of it. */
const WAKE_MS = 700;
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

export const ENDS_RIVER: ReadonlySet<Event['kind']> = new Set(['preserver', 'round', 'over']);

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
    case 'river':
      // A breath before it flows; long enough to read that it stands still.
      return event.pushes > 0 ? PUSH_MS : 700;
    case 'goal':
      return 900;
    case 'over':
      return 1700;
    case 'idle':
      return 480;
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

/**
 * Give every event its time; `seen` tells the events that the player's own preview has shown already, `you` is the
 * player's seat.
 */
export function timetable(
  events: readonly Event[],
  seen: (event: Event) => boolean = () => false,
  you: number | null = null,
): Beat[] {
  const beats = events.map((event) => ({ event, ms: seen(event) ? 0 : lasts(event) }));
  const first = beats.findIndex(({ event }) => OF_RIVER.has(event.kind));
  if (first < 0) return beats;
  const after = beats.findIndex(({ event }, i) => i > first && ENDS_RIVER.has(event.kind));
  const end = after < 0 ? beats.length : after;
  // More than one river are told at once to who comes back.
  return [
    ...beats.slice(0, first),
    ...flowing(beats.slice(first, end), you),
    ...timetable(events.slice(end), seen, you),
  ];
}

/** Fit a river phase into its time, but for what the player loses. */
function flowing(beats: readonly Beat[], you: number | null): Beat[] {
  const pushes = beats.filter(({ event }) => event.kind === 'push').length;
  const total = (which: (kind: Event['kind']) => boolean): number =>
    beats.reduce((sum, { event, ms }) => sum + (which(event.kind) ? ms : 0), 0);
  const breath = total((kind) => kind === 'river');
  const wake = total((kind) => kind !== 'push' && kind !== 'river');
  const calmer = Math.min(1, WAKE_MS / Math.max(1, wake));
  // What went over the falls last may land while the rest is shown.
  const room = RIVER_MS - SLACK_MS - breath - Math.max(TUMBLE_MS, wake * calmer);
  const push = Math.min(PUSH_MS, room / Math.max(1, pushes));
  return beats.map(({ event, ms }) => ({
    event,
    ms:
      event.kind === 'push'
        ? Math.min(ms, push) + (takes(event, you) ? OWN_LOSS_MS : 0)
        : event.kind === 'river'
          ? ms
          : ms * calmer,
  }));
}

/** Tell whether a push takes a canoe of a seat over the falls. */
function takes({ canoes }: Pushed, you: number | null): boolean {
  return canoes.some(({ seat, place }) => seat === you && place === 'lost');
}
