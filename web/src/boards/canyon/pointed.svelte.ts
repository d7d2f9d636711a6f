/** What words point at: spaces, and where a canoe would come to lie. The board shows it while the words are looked at. */
import type { Attachment } from 'svelte/attachments';

import { moved } from '../../lib/mouse';
import type { Cell } from '../../protocol';

export interface Ghost {
  readonly seat: number;
  /** Where the canoe would come to lie. */
  readonly cell: Cell;
  /** The way there, from the space where it lies now. */
  readonly way?: readonly Cell[];
}

export interface Pointing {
  readonly places?: readonly Cell[];
  readonly ghosts?: readonly Ghost[];
}

const NOTHING: Pointing = {};

class Pointed {
  now: Pointing = $state.raw(NOTHING);
  #kept: Pointing = NOTHING;

  /** Let a button, or other words, show something on the board while hovered or focused. */
  by(shown: () => Pointing): Attachment<EventTarget> {
    let mine: Pointing | null = null;
    const show = (): void => void (this.now = mine = shown());
    const point = (event: Event): void => {
      if (this.now !== mine && moved(event as PointerEvent)) show();
    };
    // Somebody else may point by now.
    const hide = (): void => {
      if (this.now === mine) this.clear();
    };
    return (words) => {
      words.addEventListener('focus', show);
      for (const type of ['pointerenter', 'pointermove']) words.addEventListener(type, point);
      for (const type of ['pointerleave', 'blur']) words.addEventListener(type, hide);
    };
  }

  /** Show something for as long as nobody points: what has been chosen; null: nothing. */
  keep(shown: Pointing | null): void {
    this.#kept = shown ?? NOTHING;
    this.clear();
  }

  /** Point no longer: what was pointed at is over. */
  clear(): void {
    this.now = this.#kept;
  }
}

export const pointed = new Pointed();
