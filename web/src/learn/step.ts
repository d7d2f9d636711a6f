import type { Action, Event, View } from '../protocol';

/** What a guide goes by: what the player sees, has decided and can do, and all that has happened. */
export interface Sight<V = View, A = Action, E = Event> {
  /** Position drawn; the preview while a turn is drafted. */
  readonly view: V;
  readonly you: number;
  /** The player owes a turn, and nothing is being shown. */
  readonly acting: boolean;
  readonly decisions: readonly A[];
  readonly legal: readonly A[];
  readonly complete: boolean;
  readonly events: readonly E[];
  /** Ids of the steps that are done with. */
  readonly seen: readonly string[];
}

/** One thing that a guide says. */
export interface Step<V = View, A = Action, E = Event> {
  readonly id: string;
  /** True while it is worth saying. A step that was shown and is true no longer is done with. */
  readonly when: (sight: Sight<V, A, E>) => boolean;
  /** Points at the element whose `data-guide` this is; at several, with spaces between their names. */
  readonly target: (sight: Sight<V, A, E>) => string;
  readonly text: (sight: Sight<V, A, E>) => string;
  /** Asks for something to be done: what follows comes of that. */
  readonly task?: true;
  /** Says that this does not happen in every game: it is said beside the others, and not counted. */
  readonly sometimes?: true;
}

/** Choose what to say: the first step that is true and not done with. */
export function choose(steps: readonly Step[], sight: Sight): Step | null {
  return steps.find(({ id, when }) => !sight.seen.includes(id) && when(sight)) ?? null;
}

/**
 * Tell how far one is with a step, of a total that stays the same; null for one that is not counted. The last one of all
 * is the end, whatever was left out.
 */
export function progress(
  steps: readonly Step[],
  seen: readonly string[],
  step: Step,
): { readonly number: number; readonly total: number } | null {
  if (step.sometimes) return null;
  const counted = steps.filter(({ sometimes }) => !sometimes);
  const total = counted.length;
  const number = step === steps.at(-1) ? total : counted.filter(({ id }) => seen.includes(id)).length + 1;
  return { number, total };
}
