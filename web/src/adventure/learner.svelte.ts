/** Follows a scene's table. */
import { TableClient } from '../lib/table.svelte';
import type { Draft } from '../protocol';

/** A table lays the only card left down by itself: here it stays in the hand until the learner plays it. */
export class Learner extends TableClient {
  /** What the table has drafted, and that with the card still in the hand. */
  #laid: Draft | null = null;
  #held: Draft | null = null;

  /** Hold the card, if it is one; to be called whenever the draft or the position has changed. */
  hold(): void {
    const { draft, view } = this;
    if (!view || !draft || !onlyCard(draft) || draft === this.#held || draft === this.#laid) return;
    this.#laid = draft;
    this.draft = this.#held = { ...draft, view };
  }

  override confirm(): void {
    if (this.draft === this.#held) this.draft = this.#laid;
    super.confirm();
  }
}

/** Tell whether a table has decided a turn by itself: on the only card left. */
export const onlyCard = ({ complete, confirmed, can_undo, decisions }: Draft): boolean =>
  complete && !confirmed && !can_undo && decisions.some((each) => 'card' in each);
