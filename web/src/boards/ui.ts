/** What a game brings to the table, and what the shell hands it. `V`, `A` and `E` are its own views, actions, events. */
import type { Component, Snippet } from 'svelte';

import type { Lazy } from '../lib/lazy.svelte';
import type { Action, Event, MapFlaw, SeatInfo, View } from '../protocol';
import type { Point } from './art/geometry';
import type { Fate, Find, Note as FateNote, Subject } from './fate';

export type Layout = 'wide' | 'tall';

export interface BoardProps<V = View, A = Action> {
  /** Position to draw; while drafting, the preview. */
  view: V;
  /** Confirmed position while `view` is a preview. */
  before: V | null;
  seats: readonly SeatInfo[];
  legal: readonly A[];
  layout: Layout;
  /** Id of the group of decisions whose piece the player has in hand; $bindable. */
  picked: string | null;
  /** No movement, whatever this player prefers; absent: as they prefer. */
  still?: boolean;
  /** Decision that is looked at, with the pointer or the focus: its outcome is shown. */
  hint: A | null;
  /** A complete turn that waits to be confirmed, which may be done on the board. */
  ready: Ready<A> | null;
  /** Positions that are shown beside each other, this one among them: all look at the same part of the board. */
  also?: readonly V[];
  /** What happened last, where somebody looks back: a board may let it lie there until the next turn. */
  past?: readonly Pick<Event, 'kind'>[] | undefined;
  onchoose: (action: A) => void;
  /** Asks why an action, in its text form, is not possible: somebody tried it. */
  onask: (action: string) => void;
}

/** How a board leads on what is said and told of the events that it shows. */
export interface Telling<E = Event> {
  /**
   * Asked of every event in order, as its turn to be shown comes. Answers how many times faster than usual to show it;
   * Infinity: by its result only.
   */
  pace(event: E): number;
  /** It is in sight now what an event tells, which may be said from here on. */
  tell(event: E): void;
  /** So much waits behind the event at hand that there is no time for close looks. */
  hurried(): boolean;
}

export interface Ready<A = Action> {
  readonly decisions: readonly A[];
  /** Says what confirming does. */
  readonly label: string;
  readonly confirm: () => void;
}

export interface BoardExports<E = Event> {
  /** Show events, from the position drawn now to what they lead to; resolves when the last has been seen. */
  animate(events: readonly E[], telling?: Telling<E>): Promise<void>;
  /** Wait no longer for the event at hand; the pace of each that follows is asked as ever. */
  skip(): void;
  /** Show nothing more of these events: the position that comes next does not follow from them. */
  leave(): void;
}

export interface HandProps<V = View, A = Action> {
  view: V;
  legal: readonly A[];
  /** Card of the draft. */
  chosen: string | null;
  layout: Layout;
  onchoose: (action: A) => void;
  onask: (action: string) => void;
}

export interface PanelProps<V extends View = View> {
  player: V['players'][number];
  view: V;
  seat: SeatInfo;
  /** What its owner is called on it, where not by name: its reader is “you”. */
  called?: string;
  you: boolean;
  active: boolean;
  /** It need not decide now; absent: nobody is asked. */
  settled?: boolean;
  compact: boolean;
  /** What the table shows at the end of the panel's head: the time left, or an absence. */
  aside?: Snippet;
}

/** Some decisions that belong together, under a heading. */
export interface Group<A = Action> {
  /** Of one letter where the group is a piece: its key picks it. */
  readonly id: string;
  readonly title: string;
  readonly actions: readonly A[];
  /** Another group offers just the same: this one is listed only while its piece is in hand. */
  readonly same?: boolean;
}

/** Where a decision is made, and what the sentences about it need. */
export interface Setting<V = View, A = Action> {
  readonly view: V;
  /** Decisions of the draft so far. */
  readonly decisions: readonly A[];
  readonly legal: readonly A[];
  readonly complete: boolean;
  readonly confirmed: boolean;
  readonly name: Naming;
}

/** Gives the name of a seat's player. */
export interface Naming {
  (seat: number): string;
  /** Tell whether a seat is its reader's and has no name: it is told of as “you”. */
  readonly you?: (seat: number) => boolean;
}

/** A decision that is not possible now, but that somebody may expect to be. */
export interface Ask {
  /** Text form of the action. */
  readonly action: string;
  readonly label: string;
}

/** What a refusal's sentence needs, by name. */
export type Values = Readonly<Record<string, string | number>>;

export interface Described {
  readonly label: string;
  readonly help: string;
}

/** How a game calls what is chosen before it begins. Everything follows the language chosen now. */
export interface SetupWords {
  preset(name: string): Described;
  /** Describe an option, or a bundle of options. */
  option(name: string): Described;
  value(option: string, value: string | number | boolean): string;
}

/** Where a new part of a scene begins: what one headline tells. */
export interface Part {
  /** Whose doing it is; null: nobody's, or everybody's. */
  readonly seat: number | null;
  /** Shown, and never in haste, however much else is waiting. */
  readonly great: boolean;
  /** The event is worth a close look: in no haste while little is waiting, and also for who has seen it as a preview. */
  readonly close?: boolean;
}

/** How a game speaks. Everything follows the language chosen now. */
export interface Words<V = View, A = Action, E = Event> extends SetupWords {
  /** Say in one sentence what this player does now. */
  prompt(setting: Setting<V, A>): string;
  /** Say what everybody is doing while this player owes nothing. */
  meanwhile(view: V, name: Naming): string;
  /** Say what confirming does. */
  confirm(setting: Setting<V, A>): string;
  /** Name a decision, within its group. */
  action(action: A, setting: Setting<V, A>): string;
  groups(setting: Setting<V, A>): Group<A>[];
  /** Tell an event; null for one that need not be told. */
  event(event: E, name: Naming): string | null;
  /** Tell which part of a scene an event belongs to; null: the one before it goes on. */
  part(event: E): Part | null;
  /** Tell the one thing that matters most in some events of one part. */
  headline(events: readonly E[], name: Naming): string;
  /** Tell an event in which a new part of the log begins: its heading. */
  chapter(event: E): string | null;
  /** Say where the game is, in one or two short parts: "Round 3", "card 3 of 7". */
  progress(view: V): readonly string[];
  /** List what one may ask about: decisions of this game that are not possible now. */
  askable(setting: Setting<V, A>): readonly Ask[];
  /** Say why something is refused; null where the game has no words for this reason. */
  why(reason: string, values: Values, name: Naming): string | null;
  /** Say why somebody won. */
  reasons(view: V, seat: number): string[];
  standing(view: V, seat: number): string;
  /** Name keys of this game and what they do. */
  keys(): readonly (readonly [keys: string, meaning: string])[];
}

/** Tells what may come of what one points at, and of what one is about to decide. */
export interface GameFate<V = View, A = Action> {
  /** Find out what one points at; null for what has no fate. */
  subject(find: Find, setting: Setting<V, A>): Subject | null;
  /** Say what a player should know before deciding, once the answer has come; null: there is nothing to ask. */
  note(setting: Setting<V, A>): ((fate: Fate) => FateNote | null) | null;
}

/** What a game brings for those who draw maps of their own. */
export interface GameMaps {
  /** Draws a map as it is written, with its flaws, and lets people paint it. */
  readonly Editor: Component<{
    text: string;
    flaws: readonly MapFlaw[];
    looked: number | null;
    onwrite: (text: string) => void;
  }>;
  /** Say what is wrong. */
  flaw(flaw: MapFlaw): string;
  /** Write a map without flaws for the end of a link. */
  toLink(text: string): string;
  /** Read it from there; null for what is no map. */
  fromLink(code: string): string | null;
}

/** What the pages before a game show of it. */
export interface GameIntro {
  /** The picture that greets people; fills its frame. */
  readonly Hero: Component;
  /** A small picture of a board, where a game has several; of what is no legal map it draws what it can. */
  readonly Map?: Component<{ rows: readonly string[] }>;
  /** What people need who draw a map, where a game takes any. */
  readonly maps?: Lazy<GameMaps>;
  readonly words: SetupWords;
}

/** What a sheet of the rounds played is made from. */
export interface SheetProps<V = View, E = Event> {
  open: boolean;
  view: V;
  seats: readonly SeatInfo[];
  /** All that has happened. */
  events: readonly E[];
}

/** Sounds of what happens at a table; how each is made: `sound/sounds.ts`. */
export type SoundName =
  | 'paddle'
  | 'push'
  | 'rapids'
  | 'splash'
  | 'plunge'
  | 'card'
  | 'cards'
  | 'trick'
  | 'gem'
  | 'unload'
  | 'banked'
  | 'goal'
  | 'stolen'
  | 'thunder'
  | 'wind'
  | 'knock'
  | 'met'
  | 'missed'
  | 'arrival'
  | 'turn';

/** A moment that a few notes mark. */
export type ThemeName = 'start' | 'storm' | 'theft' | 'swept' | 'arrival' | 'won' | 'over';

/** A note: seconds until it begins, its pitch in semitones (69: 440 Hz), and how long it is held. */
export type Note = readonly [at: number, pitch: number, seconds: number];

/** Notes for one instrument; how each sounds: `sound/music.ts`. */
export interface Voice {
  readonly on: 'marimba' | 'flute' | 'strings' | 'horn';
  /** How loud it is beside the others, from 0 to 1. */
  readonly loud: number;
  readonly notes: readonly Note[];
}

/** Something to be heard. */
export interface Cue {
  readonly sound?: SoundName;
  readonly theme?: ThemeName;
  /** Where it comes from, in units of the board's picture; absent: from in front of whoever listens. */
  readonly at?: Point;
  /** So far to the right of a card table it is, from −1 to 1, where it is on none of the board's picture. */
  readonly aside?: number;
  /** How far away that is: from 0, beside one's own canoe, to 1, at the other end of the board. */
  readonly far?: number;
  /** So many semitones higher than usual: each kind of gem has its own note. */
  readonly step?: number;
  /** How often: strokes of a paddle. */
  readonly times?: number;
  /** Seconds until it is loudest, as fast as things are usually shown. */
  readonly after?: number;
}

/** What is always heard: the river, and how near the falls are. */
export interface Surroundings {
  /** How fast the river runs, from 0 (calm) to 1 (as fast as it gets). */
  readonly rush: number;
  /** How near the falls are, from 0 (out of hearing) to 1 (at the lip). */
  readonly roar: number;
  /** Where they are, in units of the board's picture; null: there are none. */
  readonly falls: Point | null;
}

/** What somebody listens to. */
export interface Listening<V = View, E = Event> {
  /** Position drawn, and what has been shown to happen since. */
  readonly view: V;
  readonly happened: readonly E[];
  /** Seat of whoever listens; null: a spectator. */
  readonly you: number | null;
  readonly layout: Layout;
}

/** What is heard of a game. */
export interface Hearing<V = View, A = Action, E = Event> {
  /** Tell how the water sounds; the view is led on to what is being shown. */
  water(listening: Listening<V, E>): Surroundings;
  /** Tell what is heard of the last event that has happened; null: nothing. */
  happens(event: E, listening: Listening<V, E>): Cue | null;
  /** Tell what is heard of a decision that this player makes; null: nothing. */
  decided(action: A, listening: Listening<V, E>): Cue | null;
  readonly themes: Readonly<Partial<Record<ThemeName, readonly Voice[]>>>;
}

/** The choice with which a line of a game begins. */
export interface FirstChoice<A = Action> {
  /** Whose. */
  readonly name: string;
  readonly round: number;
  /** What was decided first. */
  readonly action: A;
}

/** What turned a game: a heading for each number, and the numbers in words, by seat. */
export interface Numbers {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Something that the standing of a game is measured by, for every seat. */
export interface Measure<V = View, E = Event> {
  readonly label: () => string;
  /** Which is best. */
  readonly best: 'most' | 'least';
  /** Measure by seat, after what has just happened; `before` is what was measured before that, empty at first. */
  readonly of: (view: V, events: readonly E[], before: readonly number[]) => readonly number[];
}

/** What a scene of a clip is drawn from. */
export interface ClipProps<V = View, E = Event> {
  /** Milliseconds since it began. */
  at: number;
  event: E;
  /** All that happened in the same turn. */
  events: readonly E[];
  /** How the game stood before the turn and after it. */
  before: V;
  after: V;
  seats: readonly SeatInfo[];
}

/** A scene as a short clip shows it. */
export interface Clip<V = View, E = Event> {
  /** Draws it, 480 wide and 470 high, as it is at a moment: nothing in it moves by itself. */
  readonly Scene: Component<ClipProps<V, E>>;
  /** How far from the left the sun stands, 150 from the top. */
  readonly sun: number;
  /** How long it lasts, and which moment tells most of it, both in milliseconds. */
  readonly time: (event: E) => { readonly ms: number; readonly still: number };
  /** Say what happens; absent: as the log does. */
  readonly told?: (event: E, name: Naming) => string;
}

/** Something that stands out in a game, in words. */
export interface Stood {
  /** Whose doing or loss it is, or whom it befalls. */
  readonly seats: readonly number[];
  readonly text: string;
  /** Of what kind it is, in words, where there are several. */
  readonly kind?: string;
}

/** How the end of a game is shown. */
export interface Ending<V = View, E = Event> {
  /** The evening after, 640 wide and 210 high; on a poster the sky behind it is the backdrop's. */
  readonly Scene: Component<{ view: V; seats: readonly SeatInfo[]; winners: readonly number[]; sky?: boolean }>;
  /** Count what turned the game; null unless the events are those of a whole game. */
  readonly numbers: (events: readonly E[], seats: number) => Numbers | null;
  /** Tell what stands out when one looks back, and whose doing or loss it is (null: of several); null for all else. */
  readonly mark: (event: E) => { readonly seat: number | null } | null;
  /** How the standing is measured, by what tells best who leads first. */
  readonly measures: readonly Measure<V, E>[];
  /** Tell how much an event may have turned the game: 0 nothing, 4 it decided it. */
  readonly weight: (event: E) => number;
  /** Tell whether an event changes the first measure of a seat. */
  readonly moves: (event: E, seat: number) => boolean;
  /** Say what the ranking goes by, where its numbers do not. */
  readonly ranks?: () => string;
  /** Say why nobody has won a game that its rules ended, and who came nearest. */
  readonly missed?: (view: V, name: (seat: number) => string) => string;
  /** Say what turned the game with an event, where the log tells more than that. */
  readonly turned?: (event: E, name: Naming) => string | null;
  /** List what stands out in an event, by whom it concerns, given what came before it in its round; absent: one thing, as
   * `mark` and the log tell it. */
  readonly stood?: (event: E, name: Naming, before: readonly E[]) => readonly Stood[];
  /** Tell an event of each seat alone that it happens to; absent: no event happens to several. */
  readonly apart?: (event: E) => readonly E[];
  /** Part a round into what is read as one, as a trick is: in which of them each event stands, the first being 0 (null: in
   * none), and what they are called; absent: into nothing. */
  readonly steps?: {
    readonly of: (round: readonly E[]) => readonly (number | null)[];
    readonly title: (step: number) => string;
  };
  /** Say how a round came out for a seat, or stands, in numbers; absent or null: in none. */
  readonly tally?: (view: V, round: readonly E[], seat: number) => string | null;
  /** Say what a seat has that no measure counts, a sentence for each; absent: nothing. */
  readonly holds?: (view: V, seat: number) => readonly string[];
  /** What stands behind the name of the game on its poster, in front of the sky: 1080 wide and 560 high. */
  readonly backdrop: Lazy<{ default: Component }>;
  /** What a clip may show, the most dramatic kind first: what draws it, and how dramatic an event is as such (0: it is none). */
  readonly scenes: readonly { readonly clip: string; readonly drama: (event: E) => number }[];
  readonly clips: Lazy<{ readonly clips: Readonly<Record<string, Clip<V, E>>> }>;
}

/** Everything the shell needs to put a game on the table. */
export interface GameUi<V extends View = View, A = Action, E = Event> {
  readonly id: string;
  readonly Board: Component<BoardProps<V, A>, BoardExports<E>, 'picked'>;
  /** Shown below the board while no list of decisions is. */
  readonly Hand?: Component<HandProps<V, A>>;
  readonly Panel: Component<PanelProps<V>>;
  /** What a player's panel has no room for: every piece and what it carries. */
  readonly holdings?: Lazy<{
    default: Component<{ player: V['players'][number]; view: V; seats: readonly SeatInfo[] }>;
  }>;
  /** Layout of its board where two stand side by side, each about half as wide as a page. */
  readonly beside: 'wide' | 'tall';
  /** What is drawn beside a line of the log. */
  readonly logSign?: Lazy<{ default: Component<{ event: E }> }>;
  /** A player's piece, for the lobby. */
  readonly Seat: Component<{ seat: number; initial?: string }>;
  /** Lead on to what has happened what progress, status and panels say of a position; absent: they wait for the next. */
  readonly lead?: (view: V, happened: readonly E[]) => V;
  /** What holds for everybody this round: weather, speed. */
  readonly Status?: Component<{ view: V; compact: boolean }>;
  /** A dialog with what every round brought, fetched when it is opened; the status opens it, or the key R. */
  readonly sheet?: {
    readonly title: () => string;
    readonly dialog: Lazy<{ default: Component<SheetProps<V, E>, object, 'open'> }>;
  };
  /** A player's gems or the like on the end screen. */
  readonly Stash?: Component<{ view: V; seat: number }>;
  /** What is heard of the game. */
  readonly hearing?: Lazy<{ hearing: Hearing<V, A, E> }>;
  /** How the end of a game is shown. */
  readonly ending?: Lazy<Ending<V, E>>;
  readonly words: Words<V, A, E>;
  /** What tells the fate of its pieces. */
  readonly fate?: Lazy<{ fate: GameFate<V, A> }>;
  /** What else a game in progress may want. */
  readonly others?: readonly Lazy<unknown>[];
  /** True while the hand is what the player looks at: no list of decisions takes its place. */
  readonly handMatters: (view: V) => boolean;
  /** The card a draft plays, for the hand to show. */
  readonly chosenCard: (view: V, decisions: readonly A[]) => string | null;
  /** The decision that a key means, if it means one. */
  readonly key: (key: string, legal: readonly A[], view: V) => A | null;
}
