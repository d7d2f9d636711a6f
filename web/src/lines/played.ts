import type { TableClient } from '../lib/table.svelte';
import type { KeptGame } from '../offline/kept';
import type { Rules } from '../rules/rules';

/** A line that somebody plays. */
export interface Played {
  readonly client: TableClient;
  readonly rules: Rules<unknown>;
  /** As it is now. */
  readonly game: () => KeptGame;
  /** Go on with it as it was, or as somebody else. */
  readonly go: (game: KeptGame) => void;
}
