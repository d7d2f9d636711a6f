/** What is worth a close look: which events, of whom, how near the camera comes and for how long. */
import type { NiagaraEvent as Event } from '../../protocol';
import { LIP_MS, PLUNGE_MS } from './falling';

/** A look of the camera. */
export interface Look {
  /** How many times as large as usual it shows what happens. */
  readonly near: number;
  /** Milliseconds on its way before anything happens; 0: it is on its way while that begins. */
  readonly before: number;
  /** So much longer than usual the next event waits. */
  readonly holds: number;
  /** So long it goes on after that, its way back included, while the next event is shown. */
  readonly after: number;
}

export type Occasion = 'loss' | 'theft' | 'delivery' | 'goal' | 'win';

/** Looks at what is one's own doing or loss, and at what is others'. */
const LOOKS: Readonly<Record<Occasion, Readonly<Record<'own' | 'other', Look>>>> = {
  // Until the boat is down, and what was aboard has come home.
  loss: {
    own: { near: 1.7, before: 0, holds: LIP_MS + PLUNGE_MS, after: 880 },
    other: { near: 1.55, before: 0, holds: 620, after: 700 },
  },
  theft: {
    own: { near: 2.1, before: 340, holds: 220, after: 380 },
    other: { near: 1.8, before: 300, holds: 60, after: 340 },
  },
  delivery: {
    own: { near: 1.8, before: 320, holds: 200, after: 380 },
    other: { near: 1.5, before: 260, holds: 0, after: 320 },
  },
  goal: {
    own: { near: 1.6, before: 320, holds: 200, after: 400 },
    other: { near: 1.4, before: 260, holds: 0, after: 400 },
  },
  win: {
    own: { near: 1.7, before: 300, holds: 300, after: 420 },
    other: { near: 1.7, before: 300, holds: 0, after: 420 },
  },
};

/** Tell what an event is an occasion of, and whose: its seats; null for all else. */
function occasionOf(event: Event, you: number | null): readonly [Occasion, readonly (number | null)[]] | null {
  switch (event.kind) {
    case 'push': {
      // An empty canoe is missed by its player only.
      const lost = event.canoes.filter(
        ({ seat, place, gems }) => place === 'lost' && (gems.length > 0 || seat === you),
      );
      return lost.length > 0 ? ['loss', lost.map(({ seat }) => seat)] : null;
    }
    case 'swept':
      return event.end === 'lost' && (event.gems.length > 0 || event.seat === you) ? ['loss', [event.seat]] : null;
    case 'stolen':
      return ['theft', [event.seat, event.victim]];
    case 'joe_took':
    case 'joe_swapped':
      return ['theft', [event.seat]];
    case 'banked':
      return ['delivery', [event.seat]];
    case 'goal':
      return ['goal', [event.seat]];
    case 'over':
      return event.winners.length > 0 ? ['win', event.winners] : null;
    default:
      return null;
  }
}

/** Find the look that an event deserves; `share` tells what of its time an occasion gets. */
export function lookAt(event: Event, you: number | null, share: (occasion: Occasion) => number): Look | null {
  const found = occasionOf(event, you);
  if (!found) return null;
  const [occasion, seats] = found;
  const { near, ...times } = LOOKS[occasion][you !== null && seats.includes(you) ? 'own' : 'other'];
  const part = share(occasion);
  const shorter = (ms: number): number => Math.round(ms * part);
  return { near, before: shorter(times.before), holds: shorter(times.holds), after: shorter(times.after) };
}
