/** What the river of a day needs of a game: which bots play, and what may be added to its rules. */
import type { OptionValue } from '../protocol';

/** Draws from the words of a day. */
export interface Draw {
  /** Draw a number from 0 to below this one. */
  readonly below: (count: number) => number;
  /** Draw some of these, or all if there are fewer. */
  readonly some: <T>(of: readonly T[], count: number) => T[];
}

export interface DailyGame {
  readonly preset: string;
  /** Name of the bot of most days, and of that which plays towards the end of a week. */
  readonly steady: string;
  readonly strong: string;
  /** How many players there may be besides three, one more for each day. */
  readonly more: { readonly week: number; readonly end: number };
  /** Choose what is added to the rules; the higher the number, the more. */
  readonly chosen: (added: number, draw: Draw) => Readonly<Record<string, OptionValue>>;
}
