/** Finds where on the page a decision is made. */
import type { Action } from '../protocol';

/** The button that confirms a turn. */
export const CONFIRM: readonly string[] = ['[data-guide="confirm"]'];

/** List selectors of what one would press for a decision: the first that selects something that can be seen is it. */
export function aimsAt(action: Action): readonly string[] {
  if ('card' in action) return [`.hand [data-card=${quoted(action.card)}]`];
  if (action.kind === 'bid') return [`[data-bid="${action.tricks}"]`];
  const named = `[data-action=${quoted(action.text)}]`;
  // On the board, where the canoe that has moved ends its turn says nothing of the one that stays: the button does.
  if (action.kind === 'stay') return [`.dock ${named}`, `main ${named}`];
  const place = 'to' in action ? [`main [data-place=${quoted(String(action.to))}]`] : [];
  return [`main ${named}`, ...place, `.dock ${named}`];
}

/** Texts of actions have no quotes of their own. */
const quoted = (text: string): string => `"${text}"`;
