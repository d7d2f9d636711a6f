import type { Pace, Part } from '../boards/ui';
import type { Event } from '../protocol';

/** Whatever can show events: the board. */
export interface Stage {
  animate(events: readonly Event[], pace: Pace): Promise<void>;
  /** Wait no longer for the event at hand. */
  skip(): void;
  /** Tell which part of a scene an event belongs to; null: the one before it goes on. */
  part(event: Event): Part | null;
}

/** Answers how many times faster than usual to show a part, when so many more turns of its scene follow. */
export type Haste = (left: number, great: boolean) => number;

/** What a scene begins as, until a part of it is told. */
const OPENING: Part = { seat: null, great: false };

/** Shows one scene at a time: what happened between two positions, part by part. */
export class Show {
  /** Events of the part at hand, as far as they have been seen. */
  told: readonly Event[] = $state.raw([]);
  /** Whose doing they are. */
  seat: number | null = $state(null);
  stage: Stage | null = null;
  #part = OPENING;
  /** Somebody has seen enough of the part at hand. */
  #skipped = false;
  /** Nobody sees the rest of the scene: its tab was hidden while it was shown. */
  #unseen = false;

  /** Show some turns; great ones wait until the tab is visible, all others are shown there by their result only. */
  async play(turns: readonly (readonly Event[])[], haste: Haste): Promise<void> {
    const { stage } = this;
    const left = (event: Event): number => turns.length - 1 - turns.findIndex((turn) => turn.includes(event));
    const great = turns.flat().some((event) => stage?.part(event)?.great);
    const hidden = (): void => {
      if (!document.hidden) return;
      this.#unseen = true;
      stage?.skip();
    };
    document.addEventListener('visibilitychange', hidden);
    do {
      if (great) await visible();
      this.#part = OPENING;
      this.#skipped = false;
      this.#unseen = document.hidden;
      await stage?.animate(turns.flat(), (event) => this.#pace(event, left(event), haste));
    } while (great && this.#unseen);
    document.removeEventListener('visibilitychange', hidden);
    this.told = [];
    this.seat = null;
  }

  /** End the part at hand. */
  skip(): void {
    this.#skipped = true;
    this.stage?.skip();
  }

  #pace(event: Event, left: number, haste: Haste): number {
    const part = this.stage?.part(event);
    const begins = part && (part.seat !== this.#part.seat || part.great !== this.#part.great);
    if (part && begins) {
      this.#part = part;
      this.#skipped = false;
    }
    const pace = this.#skipped || this.#unseen ? Infinity : haste(left, this.#part.great);
    if (pace < Infinity) {
      this.told = begins ? [event] : [...this.told, event];
      this.seat = this.#part.seat;
    }
    return pace;
  }
}

async function visible(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}
