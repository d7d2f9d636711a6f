/** Tells who stands better in which of two lines of a game. */
import type { Measure } from '../boards/ui';
import type { Level } from './rounds';

/** What was measured of each seat, in the game and in its line. */
export type Values = readonly (readonly [number, number])[];

/** Who stands better on either side, and who alike on both, at a point that both have come to. */
export interface Verdict {
  readonly level: Level;
  /** By measure. */
  readonly values: readonly Values[];
  readonly better: readonly [readonly number[], readonly number[]];
  readonly alike: readonly number[];
}

/** What was measured of a line, by measure: of each seat, after each turn. */
export type Course = readonly (readonly (readonly number[])[])[];

/** Compare two lines where both have come to. What is measured first tells, and only of two that are alike in it what is
 * measured next. */
export function verdictOf(
  measures: readonly Pick<Measure, 'best'>[],
  [one, other]: readonly [Course, Course],
  level: Level,
): Verdict {
  const values = measures.map((_, i): Values => {
    const [here = [], there = []] = [one[i]?.[level.ends[0]], other[i]?.[level.ends[1]]];
    return here.map((value, seat) => [value, there[seat] ?? value]);
  });
  const ahead = values.map((each, i) =>
    each.map(([here, there]) => (here - there) * (measures[i]?.best === 'most' ? 1 : -1)),
  );
  const seats = ahead[0]?.map((_, seat) => seat) ?? [];
  const leads = seats.map((seat) => ahead.map((each) => each[seat] ?? 0).find((value) => value !== 0) ?? 0);
  return {
    level,
    values,
    better: [seats.filter((seat) => (leads[seat] ?? 0) > 0), seats.filter((seat) => (leads[seat] ?? 0) < 0)],
    alike: seats.filter((seat) => leads[seat] === 0),
  };
}

/** A player, as a view shows them. */
interface Player {
  readonly seat: number;
}

/** List the seats that stand otherwise in one position than in another: elsewhere, with other cards, or with other gems. */
export function otherwiseIn(one: readonly Player[], other: readonly Player[]): readonly number[] {
  const known = new Map(other.map((player) => [player.seat, JSON.stringify(player)]));
  return one.flatMap((player) => (known.get(player.seat) === JSON.stringify(player) ? [] : player.seat));
}
