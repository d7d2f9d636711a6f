/** Finds with what two lines part, and what came of it. */
import { aligned, type Level, parted, type Said, type Side } from './rounds';

/** What was told, in which round; the first is 0. */
interface Told extends Said {
  readonly round: number;
}

/** What was told in each; null: nothing in that place. */
export type Apart = readonly [Told | null, Told | null];

export interface Cause {
  readonly first: Apart;
  /** What stands out after it, in one of them only or otherwise: the first of it. */
  readonly then: readonly Apart[];
}

/** How much of what came of it is told: the rest is told round by round. */
const MANY = 3;

/** What is said in each of both lines; null: nothing. */
export type Pair = readonly ({ readonly text: string; readonly round?: number } | null)[];

/** Tell of each seat for whom a round came out otherwise in one of two lines how it did, in both. */
export const cameOut = (seats: readonly number[], say: (side: 0 | 1, seat: number) => string | null): readonly Pair[] =>
  seats.flatMap((seat) => {
    const [here, there] = [say(0, seat), say(1, seat)];
    return here === there ? [] : [[here, there].map((text) => (text === null ? null : { text }))];
  });

/** Find what differs first after a turn, as far as both have come; null: nothing does. What the one did who tried something
 * comes before what others did otherwise, perhaps with other cards. */
export function causeOf(
  sides: readonly [Side, Side],
  after: number,
  tried: number | null,
  { ends }: Pick<Level, 'ends'>,
  say: (event: Said['event']) => string | null,
  standsOut: (event: Said['event']) => boolean,
): Cause | null {
  const [one = [], other = []] = sides.map(({ rounds }, i) =>
    rounds.flatMap(({ told }, round) =>
      told.flatMap(({ at, seat, event }): (Told & { seat: number | null })[] => {
        const text = at > after && at <= (ends[i] ?? 0) ? say(event) : null;
        return text ? [{ event, text, round, seat }] : [];
      }),
    ),
  );
  const [own = [], theirs = []] = [one, other].map((told) => told.filter(({ seat }) => seat === tried));
  const all = aligned(one, other, (here, there) => here.text === there.text).filter(
    ([here, there]) => here?.text !== there?.text,
  );
  // What was done instead stands beside it, also where the same was done at another time.
  const turn = (own.length > theirs.length ? own : theirs).findIndex((_, i) => own[i]?.text !== theirs[i]?.text);
  const first: Apart | undefined = turn < 0 ? all[0] : [own[turn] ?? null, theirs[turn] ?? null];
  if (!first) return null;
  const rest = (said: Told | null): Told | null => (first.includes(said) ? null : said);
  const later = all.map(([here, there]): Apart => [rest(here), rest(there)]);
  const then = parted(later).filter((pair) => pair.some((said) => said !== null && standsOut(said.event)));
  return { first, then: then.slice(0, MANY) };
}
