/** Lays what was told of a round in a game beside what was told in a line of it. */
import type { Ending } from '../boards/ui';
import type { Event } from '../protocol';
import { aligned, type Fact, parted, type Round, saidOf } from './rounds';

/** What stands side by side; null: there is nothing in that place. */
export interface Row {
  readonly facts: readonly [Fact | null, Fact | null];
  readonly differs: boolean;
}

/** What is told of a seat, or of what is read as one. */
export interface Part {
  /** null: of what several did, or nobody. */
  readonly seat: number | null;
  /** What it is called that is read as one; null: it is a seat's. */
  readonly title: string | null;
  readonly rows: readonly Row[];
}

type Rounds = readonly [Round | undefined, Round | undefined];

const rowOf = ([here, there]: readonly [Fact | null, Fact | null]): Row => ({
  facts: [here, there],
  differs: here?.text !== there?.text,
});

/** Tell a round part by part: what concerns all, what is read as one, in its order, and each seat, first how it `stands`. */
export function partsOf(
  rounds: Rounds,
  seats: readonly number[],
  say: (event: Event) => string | null,
  stands: (side: 0 | 1, seat: number) => readonly string[],
  steps: Ending['steps'],
): readonly Part[] {
  const stepped = rounds.map((round) => steps?.of(round?.told.map(({ event }) => event) ?? []) ?? []);
  const told = (side: 0 | 1, step: number | null): Round | undefined => {
    const round = rounds[side];
    return round && { ...round, told: round.told.filter((_, i) => (stepped[side]?.[i] ?? null) === step) };
  };
  const facts = (side: 0 | 1, seat: number | null): Fact[] => [
    ...(seat === null ? [] : stands(side, seat).map((text) => ({ text, event: null }))),
    ...saidOf(told(side, null), seat, say),
  ];
  const ofSeat = (seat: number | null): Part => ({ seat, title: null, rows: beside(facts(0, seat), facts(1, seat)) });
  const last = Math.max(-1, ...stepped.flat().flatMap((step) => step ?? []));
  const read = Array.from({ length: last + 1 }, (_, step): Part => {
    const [here, there] = [textsOf(told(0, step), say), textsOf(told(1, step), say)];
    const length = Math.max(here.length, there.length);
    // One reads down a side in which order it happened there.
    const rows = Array.from({ length }, (_, i) => rowOf([here[i] ?? null, there[i] ?? null]));
    return { seat: null, title: steps?.title(step) ?? null, rows };
  });
  return [ofSeat(null), ...read, ...seats.map(ofSeat)];
}

const textsOf = (round: Round | undefined, say: (event: Event) => string | null): Fact[] =>
  round?.told.flatMap(({ event }) => {
    const text = say(event);
    return text ? [{ event, text }] : [];
  }) ?? [];

const beside = (one: readonly Fact[], other: readonly Fact[]): Row[] =>
  parted(aligned(one, other, (here, there) => here.text === there.text)).map(rowOf);

/** Leave out what is alike; what is read as one stays whole, if any of it differs. */
export const differing = (parts: readonly Part[]): readonly Part[] =>
  parts.flatMap((part) => {
    const rows = part.rows.filter(({ differs }) => differs);
    if (rows.length === 0) return [];
    return { ...part, rows: part.title === null ? rows : part.rows };
  });
