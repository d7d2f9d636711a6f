/** Tells a game round by round, so that two that part can be laid side by side. */
import type { Words } from '../boards/ui';
import type { Event, View } from '../protocol';
import { type Story, viewAt } from '../replay/story';

export interface Round {
  /** The place in which it begins, and that in which it ends, or so far as it has come. */
  readonly begin: number;
  readonly end: number;
  /** What everybody was told, in which place, by whose doing it is; null: nobody's, or everybody's. */
  readonly told: readonly { readonly at: number; readonly seat: number | null; readonly event: Event }[];
}

/** A line as far as it is told. */
export interface Side {
  readonly story: Story;
  readonly rounds: readonly Round[];
}

/** A point that two lines have both come to, as many turns into the same round. */
export interface Level {
  /** The first is 0. */
  readonly round: number;
  readonly turns: number;
  /** Both have played the round to its end. */
  readonly whole: boolean;
  /** The place of each. */
  readonly ends: readonly [number, number];
}

/** Part a game into its rounds, each from one heading of the log to the next. There is nothing in it but what everybody
 * was told: what somebody has chosen in secret comes with the event that shows it. What happens to several at once is told
 * `apart`: to whom it happens in both lines, perhaps with others or alone, it is the same. */
export function roundsOf(
  { places }: Story,
  { chapter, part }: Pick<Words, 'chapter' | 'part'>,
  apart: (event: Event) => readonly Event[] = (event) => [event],
): readonly Round[] {
  let now: { begin: number; end: number; told: Round['told'][number][] } = { begin: 0, end: 0, told: [] };
  const rounds = [now];
  let begun = false;
  places.forEach(({ events }, at) => {
    now.end = at;
    for (const event of events) {
      if (chapter(event) !== null) {
        if (begun) rounds.push((now = { begin: at, end: at, told: [] }));
        begun = true;
        continue;
      }
      for (const each of apart(event)) {
        const own = (each as { seat?: unknown }).seat;
        // What shows the choices of all, or follows from them, belongs to nobody's turn.
        now.told.push({ at, seat: typeof own === 'number' ? own : (part(each)?.seat ?? null), event: each });
      }
    }
  });
  return rounds;
}

/** Make the view of everybody at a place. */
export function viewOf(story: Story, end: number): View {
  const place = story.places[end];
  if (!place) throw new RangeError(`a place up to ${story.places.length - 1} was expected, not ${end}`);
  return viewAt(story, place, null);
}

/** A sentence, and what it tells; null: how somebody stands. */
export interface Fact {
  readonly text: string;
  readonly event: Event | null;
}

/** Something that happened, and the sentence that tells it. */
export interface Said extends Fact {
  readonly event: Event;
}

/** List what a seat did in a round, or with null what all did, in sentences. */
export const saidOf = (round: Round | undefined, seat: number | null, say: (event: Event) => string | null): Said[] =>
  round?.told.flatMap(({ seat: whose, event }) => {
    const text = whose === seat ? say(event) : null;
    return text ? [{ event, text }] : [];
  }) ?? [];

/** Tell how many rounds were played to their end. */
const whole = ({ story, rounds }: Side): number => rounds.length - (story.places.at(-1)?.over ? 0 : 1);

/** Set two lines to the same point of a round: its end, or as far as both have played it; null: one has not begun it. */
export function levelIn(one: Side, other: Side, round: number): Level | null {
  const [here, there] = [one.rounds[round], other.rounds[round]];
  if (!here || !there) return null;
  const both = round < Math.min(whole(one), whole(other));
  const turns = Math.min(here.end - here.begin, there.end - there.begin);
  const ends = both ? ([here.end, there.end] as const) : ([here.begin + turns, there.begin + turns] as const);
  return { round, turns, whole: both, ends };
}

/** Find the last point that two lines have both come to; null: one has not begun. */
export function lastLevel(one: Side, other: Side): Level | null {
  const last = Math.min(one.rounds.length, other.rounds.length) - 1;
  const level = levelIn(one, other, last);
  // A round that was only dealt has nothing to tell.
  return level?.turns === 0 ? levelIn(one, other, last - 1) : level;
}

/** Tell a round up to a place. */
export const until = (round: Round, end: number): Round => ({
  ...round,
  end,
  told: round.told.filter(({ at }) => at <= end),
});

/** Lay two lists beside each other: what is alike, or stands in the other's place, in one row, and what the other has not in a row
 * of its own. Of the ways to turn one list into the other, it is one with the fewest changes. */
export function aligned<Each>(
  one: readonly Each[],
  other: readonly Each[],
  alike: (one: Each, other: Each) => boolean,
): readonly (readonly [Each | null, Each | null])[] {
  // How many changes it takes from here to the ends: another in its place, or one more in either list.
  const changes = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  const at = (i: number, k: number): number => changes[i]?.[k] ?? 0;
  const change = (i: number, k: number): number => Number(!alike(one[i] as Each, other[k] as Each));
  for (let i = one.length; i >= 0; i -= 1)
    for (let k = other.length; k >= 0; k -= 1) {
      const ways = [
        ...(i < one.length && k < other.length ? [at(i + 1, k + 1) + change(i, k)] : []),
        ...(i < one.length ? [at(i + 1, k) + 1] : []),
        ...(k < other.length ? [at(i, k + 1) + 1] : []),
      ];
      (changes[i] as number[])[k] = Math.min(...(ways.length > 0 ? ways : [0]));
    }
  const rows: [Each | null, Each | null][] = [];
  for (let i = 0, k = 0; i < one.length || k < other.length;) {
    const [here, there] = [one[i] ?? null, other[k] ?? null];
    const both = i < one.length && k < other.length && at(i, k) === at(i + 1, k + 1) + change(i, k);
    const first = both || (i < one.length && at(i, k) === at(i + 1, k) + 1);
    rows.push([first ? here : null, both || !first ? there : null]);
    i += Number(first);
    k += Number(both || !first);
  }
  return rows;
}

/** Give a row of its own to each of two sentences that tell of unlike things: only what can be compared stands side by side. */
export const parted = <Each extends Fact>(rows: readonly (readonly [Each | null, Each | null])[]): typeof rows =>
  rows.flatMap(([here, there]) =>
    here && there && here.event?.kind !== there.event?.kind
      ? ([
          [here, null],
          [null, there],
        ] as const)
      : [[here, there] as const],
  );

/** Find the round in which a turn was played. */
export const roundAt = (rounds: readonly Round[], turn: number): number => {
  const found = rounds.findIndex(({ end }) => end >= turn);
  return found < 0 ? rounds.length - 1 : found;
};
