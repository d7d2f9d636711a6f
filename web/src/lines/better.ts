/** Tells who stands better in which of two lines of a game. */
import type { Measure } from '../boards/ui';
import { measured } from '../ending/course';
import type { Story } from '../replay/story';
import { type Round, whole } from './rounds';

/** A line as far as it is told. */
interface Side {
  readonly story: Story;
  readonly rounds: readonly Round[];
}

/** What was measured of each seat, in the game and in its line. */
export type Values = readonly (readonly [number, number])[];

/** Who stands better on either side, and who alike on both, after a round. */
export interface Verdict {
  /** The last that both have played to its end; the first is 0. */
  readonly round: number;
  /** By measure. */
  readonly values: readonly Values[];
  readonly better: readonly [readonly number[], readonly number[]];
  readonly alike: readonly number[];
}

/** Compare two lines after the last round that both have; null where they have not parted by then. What is measured first
 * tells, and only of two that are alike in it what is measured next. */
export function verdictOf(measures: readonly Measure[], one: Side, other: Side, parting: number): Verdict | null {
  const round = Math.min(...[one, other].map(({ story, rounds }) => whole(story, rounds))) - 1;
  if (round < parting) return null;
  const values = measures.map((measure): Values => {
    const [here = [], there = []] = [one, other].map(
      ({ story, rounds }) => measured(story, measure)[rounds[round]?.end ?? 0],
    );
    return here.map((value, seat) => [value, there[seat] ?? value]);
  });
  const ahead = values.map((each, i) =>
    each.map(([here, there]) => (here - there) * (measures[i]?.best === 'most' ? 1 : -1)),
  );
  const seats = ahead[0]?.map((_, seat) => seat) ?? [];
  const leads = seats.map((seat) => ahead.map((each) => each[seat] ?? 0).find((value) => value !== 0) ?? 0);
  return {
    round,
    values,
    better: [seats.filter((seat) => (leads[seat] ?? 0) > 0), seats.filter((seat) => (leads[seat] ?? 0) < 0)],
    alike: seats.filter((seat) => leads[seat] === 0),
  };
}
