/** Finds with what two lines part, and what came of it. */
import { aligned, type Level, type Said, type Side } from './rounds';

/** What was told in each; null: nothing in that place. */
export type Apart = readonly [Said | null, Said | null];

export interface Cause {
  readonly first: Apart;
  /** What stands out after it, in one of them only or otherwise: the first of it. */
  readonly then: readonly Apart[];
}

/** How much of what came of it is told: the rest is told round by round. */
const MANY = 3;

/** Find what differs first after a turn, as far as both have come; null: nothing does. */
export function causeOf(
  sides: readonly [Side, Side],
  after: number,
  { ends }: Pick<Level, 'ends'>,
  say: (event: Said['event']) => string | null,
  standsOut: (event: Said['event']) => boolean,
): Cause | null {
  const [one = [], other = []] = sides.map(({ rounds }, i) =>
    rounds
      .flatMap(({ told }) => told)
      .flatMap(({ at, event }): Said[] => {
        const text = at > after && at <= (ends[i] ?? 0) ? say(event) : null;
        return text ? [{ event, text }] : [];
      }),
  );
  const apart = aligned(one, other, (here, there) => here.text === there.text).filter(
    ([here, there]) => here?.text !== there?.text,
  );
  const [first, ...later] = apart;
  if (!first) return null;
  const then = later.filter((pair) => pair.some((said) => said !== null && standsOut(said.event)));
  return { first, then: then.slice(0, MANY) };
}
