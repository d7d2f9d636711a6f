import type { Component } from 'svelte';

import type { Action, Event, SeatInfo, View } from '../protocol';

export type Layout = 'wide' | 'tall';

export interface BoardProps {
  /** Position to draw; while drafting, the preview. */
  view: View;
  /** Confirmed position while `view` is a preview. */
  before: View | null;
  seats: readonly SeatInfo[];
  legal: readonly Action[];
  layout: Layout;
  /** Piece the player has picked; $bindable. */
  canoe: 'a' | 'b' | null;
  onchoose: (action: Action) => void;
}

export interface BoardExports {
  animate(events: readonly Event[]): Promise<void>;
  skip(): void;
}

export interface HandProps {
  view: View;
  legal: readonly Action[];
  /** Card of the draft. */
  chosen: string | null;
  layout: Layout;
  onchoose: (action: Action) => void;
}

export interface PanelProps {
  player: View['players'][number];
  view: View;
  seat: SeatInfo;
  you: boolean;
  active: boolean;
  compact: boolean;
}

/** Some decisions that belong together, under a heading. */
export interface Group {
  readonly id: string;
  readonly title: string;
  readonly actions: readonly Action[];
}

/** Where a decision is made, and what the sentences about it need. */
export interface Setting {
  readonly view: View;
  /** Decisions of the draft so far. */
  readonly decisions: readonly Action[];
  readonly legal: readonly Action[];
  readonly complete: boolean;
  readonly confirmed: boolean;
  /** Name of a seat's player. */
  readonly name: (seat: number) => string;
}

export interface Described {
  readonly label: string;
  readonly help: string;
}

/** How a game speaks. Everything follows the language chosen now. */
export interface Words {
  /** Say in one sentence what this player does now. */
  prompt(setting: Setting): string;
  /** Say what everybody is doing while this player owes nothing. */
  meanwhile(view: View, name: (seat: number) => string): string;
  /** Say what confirming does. */
  confirm(setting: Setting): string;
  /** Name a decision, within its group. */
  action(action: Action, setting: Setting): string;
  groups(setting: Setting): Group[];
  /** Tell an event; null for one that need not be told. */
  event(event: Event, name: (seat: number) => string): string | null;
  /** Tell the one thing that matters most in some events. */
  headline(events: readonly Event[], name: (seat: number) => string): string;
  /** Tell an event in which a new part of the log begins: its heading. */
  chapter(event: Event): string | null;
  /** Say where the game is, in two short parts: "Round 3", "card 3 of 7". */
  progress(view: View): readonly [string, string];
  preset(name: string): Described;
  option(name: string): Described;
  value(option: string, value: string | number): string;
  bot(name: string): Described;
  /** Say why somebody won. */
  reasons(view: View, seat: number): string[];
  standing(view: View, seat: number): string;
}

/** Everything the shell needs to put a game on the table. */
export interface GameUi {
  readonly id: string;
  readonly name: () => string;
  readonly tagline: () => string;
  readonly Board: Component<BoardProps, BoardExports, 'canoe'>;
  readonly Hand: Component<HandProps>;
  readonly Panel: Component<PanelProps>;
  /** A player's piece, for the lobby. */
  readonly Seat: Component<{ seat: number; initial?: string }>;
  /** What holds for everybody this round: weather, speed. */
  readonly Status: Component<{ view: View; compact: boolean }>;
  /** A player's gems or the like on the end screen. */
  readonly Stash: Component<{ view: View; seat: number }>;
  readonly Hero: Component;
  readonly words: Words;
  /** True while the hand is what the player looks at. */
  readonly handMatters: (view: View) => boolean;
  /** The card a draft plays, for the hand to show. */
  readonly chosenCard: (view: View, decisions: readonly Action[]) => string | null;
  /** The decision that a key means, if it means one. */
  readonly key: (key: string, legal: readonly Action[]) => Action | null;
}
