import type { Event, SeatInfo, View } from '../protocol';

/** A picture beside a rule: a position on the game's own board, and what happens in it. */
export interface Figure {
  readonly caption: () => string;
  readonly seats: readonly SeatInfo[];
  readonly view: View;
  /** What the reader can watch; it leads to `after`. */
  readonly events: readonly Event[];
  readonly after: View;
}

/** Figures by the id of the rule that they stand below; `map` stands in place of the map that is drawn in letters. */
export type Figures = Readonly<Record<string, Figure>> & { readonly map?: Figure };
