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
  /** Says that this does not happen in every game: it counts only once it is said. */
  readonly sometimes?: true;
}

/** Choose what to say: the first step that is true and not done with. */
export function choose(steps: readonly Step[], sight: Sight): Step | null {
  return steps.find(({ id, when }) => !sight.seen.includes(id) && when(sight)) ?? null;
}

/** Tell how far one is with a step; the last one of all is the end, whatever was left out. */
export function progress(
  steps: readonly Step[],
  seen: readonly string[],
  step: Step,
): { readonly number: number; readonly total: number } {
  const number = seen.length + 1;
  if (step === steps.at(-1)) return { number, total: number };
  const counted = steps.filter(({ id, sometimes }) => !sometimes || id === step.id || seen.includes(id));
  return { number, total: counted.length };
}
