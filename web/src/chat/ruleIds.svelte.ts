import { rulesOf } from '../learn/rules';
import { prefs } from '../lib/prefs.svelte';

/** List the ids of a game's rules; none until they have been fetched. */
export function ruleIds(game: string): readonly string[] {
  const text = rulesOf(game, prefs.locale);
  text?.get().catch(() => undefined);
  return (text?.part?.sections ?? []).flatMap(({ blocks }) => blocks.flatMap(({ rule }) => rule ?? []));
}
