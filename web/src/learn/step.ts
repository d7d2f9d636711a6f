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
}

/** One thing that a guide says. */
export interface Step<V = View, A = Action, E = Event> {
  readonly id: string;
  /** True while it is worth saying. A step that was shown and is true no longer is done with. */
  readonly when: (sight: Sight<V, A, E>) => boolean;
  /** Points at the element whose `data-guide` this is; at several, with spaces between their names. */
  readonly target: (sight: Sight<V, A, E>) => string;
  readonly text: (sight: Sight<V, A, E>) => string;
}

/** Choose what to say: the first step that is true and not done with. */
export function choose(steps: readonly Step[], seen: readonly string[], sight: Sight): Step | null {
  return steps.find(({ id, when }) => !seen.includes(id) && when(sight)) ?? null;
}
