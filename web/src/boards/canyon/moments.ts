/** What is worth a close look: which events, of whom, how near the camera comes and for how long. */
import type { CanyonEvent } from '../../protocol';

/** A look of the camera. */
export interface Look {
  /** How many times as large as usual a space is then. */
  readonly near: number;
  /** Milliseconds on its way before anything happens. */
  readonly before: number;
  /** So much longer than usual the next event waits. */
  readonly holds: number;
}

export type Occasion = 'fall' | 'arrival';

/** Looks at what happens to oneself, and at what happens to others. */
const LOOKS: Readonly<Record<Occasion, Readonly<Record<'own' | 'other', Look>>>> = {
  fall: {
    own: { near: 1.6, before: 420, holds: 0 },
    other: { near: 1.3, before: 420, holds: 0 },
  },
  arrival: {
    own: { near: 1.8, before: 420, holds: 300 },
    other: { near: 1.45, before: 380, holds: 0 },
  },
};

/** Find the look that an event deserves; `share` tells what of its time an occasion gets. */
export function lookAt(event: CanyonEvent, you: number | null, share: (occasion: Occasion) => number): Look | null {
  const occasion = event.kind === 'drifted' ? 'fall' : 'arrival';
  const seat =
    event.kind === 'drifted'
      ? event.chain.find(({ fell }) => fell)?.seat
      : event.kind === 'arrived'
        ? event.seat
        : undefined;
  if (seat === undefined) return null;
  const { near, before, holds } = LOOKS[occasion][seat === you ? 'own' : 'other'];
  const part = share(occasion);
  return { near, before: Math.round(before * part), holds: Math.round(holds * part) };
}
