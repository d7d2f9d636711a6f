/** How long each event of a turn is shown, how closely, and when it is told. */
import type { NiagaraEvent as Event, PlaceName } from '../../protocol';
import { Habit } from '../habit';
import { TIP_MS, TUMBLE_MS } from './falling';
import { type Look, lookAt } from './moments';
import { steps } from './places';

/** A river phase never lasts longer, whatever the number of pushes, but for close looks. */
export const RIVER_MS = 1600;
/** The cards lie open together before it flows: as long as there is room for, within these bounds. */
export const REVEAL_MS = [380, 640] as const;
/** A push takes as long, where there is room for that. */
export const FLOW_MS = 320;
/** Long enough to read that the river stands still. */
const STILL_MS = 900;
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

const LATELY = new Habit();

export interface Beat {
  readonly event: Event;
  /** Milliseconds until the next beat begins; 0: nothing to be seen. A close look takes longer. */
  readonly ms: number;
  /** So long after it has begun it may be told. */
  readonly told: number;
  readonly look: Look | null;
}

/** For whom a timetable is made. */
export interface Audience {
  /** Tells the events that the player's own preview has shown already. */
  readonly seen?: (event: Event) => boolean;
  /** The player's seat. */
  readonly you?: number | null;
  /** Without movement, and so without close looks. */
  readonly still?: boolean;
  /** What was shown lately; absent: on this page. */
  readonly habit?: Habit;
}

function lasts(event: Event): number {
  switch (event.kind) {
    case 'push':
      return FLOW_MS;
    case 'paddled':
      return paddling(event.start, event.end);
    case 'revealed':
      return 760;
    case 'rescued':
      return 620;
    case 'banked':
      return 560;
    case 'loaded':
    case 'unloaded':
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
      return event.pushes > 0 ? REVEAL_MS[1] : STILL_MS;
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

/** Say when an event may be told: as a boat tips, as a gem comes home, and else as it begins. */
function tells(event: Event, ms: number): number {
  if (event.kind === 'banked') return ms;
  const falls =
    event.kind === 'push'
      ? event.canoes.some(({ place }) => place === 'lost')
      : event.kind === 'swept' && event.end === 'lost';
  return falls ? TIP_MS : 0;
}

/** Give every event its time. */
export function timetable(events: readonly Event[], audience: Audience = {}): Beat[] {
  const { seen = () => false, you = null, still = false, habit = LATELY } = audience;
  let near = false;
  const beats = events.map((event): Beat => {
    const ms = seen(event) ? 0 : lasts(event);
    const look = ms > 0 && !still ? lookAt(event, you, (occasion) => habit.share(occasion)) : null;
    // Where it is near already, it need not come.
    const beat = { event, ms, told: still ? 0 : tells(event, ms), look: look && near ? { ...look, before: 0 } : look };
    if (ms > 0) near = look !== null;
    return beat;
  });
  return fitted(beats);
}

/** Fit every river into its time. */
function fitted(beats: readonly Beat[]): Beat[] {
  const first = beats.findIndex(({ event }) => OF_RIVER.has(event.kind));
  if (first < 0) return [...beats];
  const after = beats.findIndex(({ event }, i) => i > first && ENDS_RIVER.has(event.kind));
  const end = after < 0 ? beats.length : after;
  // More than one river are told at once to who comes back.
  return [
    ...beats.slice(0, first),
    ...flowing(beats.slice(first, end), (beats[end]?.ms ?? 0) > 0),
    ...fitted(beats.slice(end)),
  ];
}

/** Fit a river phase into its time. When more is to be seen after it, its last discs fall meanwhile. */
function flowing(beats: readonly Beat[], followed: boolean): Beat[] {
  const pushes = beats.filter(({ event }) => event.kind === 'push').length;
  const wake = beats.reduce(
    (sum, { event, ms }) => sum + (event.kind === 'push' || event.kind === 'river' ? 0 : ms),
    0,
  );
  const calmer = Math.min(1, WAKE_MS / Math.max(1, wake));
  // What went over the falls last may land while the rest is shown.
  const room = RIVER_MS - SLACK_MS - Math.max(followed ? 0 : TUMBLE_MS, wake * calmer);
  const [least, most] = REVEAL_MS;
  const reveal = Math.max(least, Math.min(most, room - pushes * FLOW_MS));
  const push = Math.min(FLOW_MS, (room - reveal) / Math.max(1, pushes));
  return beats.map((beat) => {
    const { event, ms } = beat;
    if (event.kind === 'push') return { ...beat, ms: Math.min(ms, push) };
    if (event.kind === 'river') return { ...beat, ms: event.pushes > 0 ? Math.min(ms, reveal) : ms };
    return { ...beat, ms: ms * calmer };
  });
}
