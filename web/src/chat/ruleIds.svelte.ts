import { rulesOf } from '../learn/rules';
import { prefs } from '../lib/prefs.svelte';

const known: Record<string, readonly string[]> = $state({});
const asked: Record<string, boolean> = {};

/** List the ids of a game's rules; none until they have been fetched. */
export function ruleIds(game: string): readonly string[] {
  if (!asked[game]) {
    asked[game] = true;
    rulesOf(game, prefs.locale).then(
      (text) => {
        known[game] = (text?.sections ?? []).flatMap(({ blocks }) => blocks.flatMap(({ rule }) => rule ?? []));
      },
      () => {
        asked[game] = false;
      },
    );
  }
  return known[game] ?? [];
}
