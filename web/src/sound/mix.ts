/** How loud, how bright and from which side each thing is heard. */

/** The kinds of sound that have a volume each. */
export const KINDS = ['water', 'events', 'pieces', 'calls', 'music'] as const;
export type Kind = (typeof KINDS)[number];
/** How loud each kind is, from 0 to 1. */
export type Levels = Readonly<Record<Kind, number>>;

/** Nothing is on one ear only, which would be in the head. */
const WIDEST = 0.85;
/** What happens at the other end of the board is quieter by so many decibels, and has lost its highest pitches. */
const FARTHEST_DB = -6;
const NEAR_HZ = 16_000;
const FAR_HZ = 1_400;

export interface Place {
  readonly pan: number;
  readonly gain: number;
  /** Higher pitches, in Hz, are lost on the way. */
  readonly cutoff: number;
}

const within = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));

/** Tell how something is heard that is so far to the right (−1 to 1), and so far away (0 to 1). */
export function placed(right: number, far: number): Place {
  const away = within(0, far, 1);
  return {
    pan: WIDEST * within(-1, right, 1),
    gain: 10 ** ((FARTHEST_DB * away) / 20),
    cutoff: NEAR_HZ * (FAR_HZ / NEAR_HZ) ** away,
  };
}

/** Turn a volume into a gain: half of it is heard as half as loud. */
export const gainOf = (volume: number): number => within(0, volume, 1) ** 2;

export interface Variation {
  readonly pitch: number;
  readonly time: number;
  readonly colour: number;
  readonly gain: number;
}

/** Vary a sound a little: what has a pitch that one knows, by less. */
export function varied(random: () => number, tuned: boolean): Variation {
  const around = (spread: number): number => spread ** (2 * random() - 1);
  return {
    pitch: around(2 ** ((tuned ? 0.15 : 0.8) / 12)),
    time: around(tuned ? 1.04 : 1.1),
    colour: around(1.15),
    gain: around(1.12),
  };
}

/** Seconds that somebody needs to begin to speak, and for each sign. */
const BREATH = 0.7;
const A_SIGN = 1 / 14;
/** Whoever reads longer than this has been interrupted. */
const LONGEST = 12;

/** Guess how long a screen reader speaks a text. */
export const speaking = (text: string): number => Math.min(LONGEST, BREATH + text.length * A_SIGN);
