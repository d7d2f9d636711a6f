import type { Part, Telling } from '../boards/ui';
import type { Event, Update, View } from '../protocol';

/** Whatever can show events: the board. */
export interface Stage {
  animate(events: readonly Event[], telling: Telling): Promise<void>;
  /** Wait no longer for the event at hand. */
  skip(): void;
  /** Show nothing more of what is at hand: another position comes. */
  leave(): void;
  /** Tell which part of a scene an event belongs to; null: the one before it goes on. */
  part(event: Event): Part | null;
}

/** Answers how many times faster than usual to show an event, when so many more turns follow. */
type Haste = (behind: number, great: boolean, close?: boolean) => number;

/** An event whose turn to be shown has come. */
interface Begun {
  readonly event: Event;
  /** The part that begins with it. */
  readonly begins: Part | null;
  /** It is to be seen, not only its result. */
  readonly seen: boolean;
  /** What it tells may be said. */
  due: boolean;
}

/** One step from the position shown to a newer one. */
export interface Scene {
  readonly updates: readonly Update[];
  readonly view: View | null;
  /** Has been shown before: somebody watches it again. */
  readonly again?: boolean;
}

/** For whom something is shown: the seat at a table, or somebody without one. */
export interface Viewer {
  readonly you: number | null;
  /** How many times faster than usual to show what happens; Infinity: by its result only. */
  readonly speed: () => number;
  /** Offer no decision while something is shown; return the position that this player has seen as a preview already. */
  putAway(): View | null;
  /** A scene has been shown to its end. */
  shown(scene: Scene): void;
  /** All scenes have. */
  rest(): void;
}

/** Each turn that waits makes those before it so much faster, up to a limit; what is great keeps its pace. */
const HASTE = 0.6;
const HASTIEST = 3;
/** With more turns waiting than these, nothing is looked at closely, only what is great is shown, and then nothing but
 * the result. */
const FEW = 6;
const BEHIND = 12;
const FAR_BEHIND = 24;
/** So many turns at most can be watched again. */
const KEPT = 60;

/** What a scene begins as, until a part of it is told. */
const OPENING: Part = { seat: null, great: false };

/** Shows one scene after another: what happened between two positions, part by part. */
export class Show {
  /** Position shown, all turns in it confirmed. */
  view: View | null = $state.raw(null);
  playing = $state(false);
  /** What is being shown has been shown before. */
  again = $state(false);
  /** Something has happened since this player's last decision that can be watched again. */
  repeatable = $state(false);
  /** Events of the part at hand, as far as they have been seen. */
  told: readonly Event[] = $state.raw([]);
  /** The scene at hand, and its events up to the one that is being shown. */
  scene: Scene | null = $state.raw(null);
  happened: readonly Event[] = $state.raw([]);
  /** Whose doing they are. */
  seat: number | null = $state(null);
  stage: Stage | null = null;
  readonly #viewer: Viewer;
  #queue: Scene[] = [];
  /** The first position is the one that was found. */
  #opened = false;
  /** Where this player has decided last, and what has been shown since. */
  #base: View | null = null;
  #past: Scene[] = [];
  #part = OPENING;
  /** What is being shown and has not been told, in order. */
  #begun: Begun[] = [];
  /** What the preview drawn holds already, and is shown all the same. */
  readonly #foreseen = new WeakSet<Event>();
  /** Somebody has seen enough of the part at hand. */
  #skipped = false;
  /** Nobody sees the rest of the scene: its tab was hidden while it was shown. */
  #unseen = false;
  /** How often the scenes were left for another place in the game. */
  leaps = 0;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
  }

  /** Show a scene when those before it have been shown. */
  add(scene: Scene): void {
    this.#queue.push(scene);
    if (!this.playing) void this.#play();
  }

  /** Show once more what has happened since this player's last decision. */
  watchAgain(): void {
    if (this.playing || !this.repeatable) return;
    this.again = true;
    this.view = this.#base;
    this.#queue = this.#past.map((scene) => ({ ...scene, again: true }));
    void this.#play();
  }

  /** End what is at hand: one part of a scene, or all that is being watched again. */
  skip(): void {
    this.again = false;
    this.#skipped = true;
    this.stage?.skip();
  }

  close(): void {
    this.#queue = [];
    this.skip();
  }

  /** Leave what is shown: the next position is taken as it is found. */
  leap(): void {
    this.leaps += 1;
    this.#opened = this.playing = this.again = false;
    this.#queue = [];
    this.told = [];
    this.seat = null;
    this.#forget();
    this.stage?.leave();
  }

  async #play(): Promise<void> {
    this.playing = true;
    const leaps = this.leaps;
    for (let scene = this.#queue.shift(); scene; scene = this.#queue.shift()) {
      const turns = this.#news(scene);
      this.scene = scene;
      if (this.#opened) {
        if (!scene.again) this.#remember(scene, turns);
        if (turns.flat().length > 0 && (scene.again || this.#viewer.speed() < Infinity))
          await this.#perform(turns, this.#haste(scene), scene.again);
        if (leaps !== this.leaps) return;
      }
      this.#opened = true;
      this.view = scene.view;
      this.#forget();
      this.#viewer.shown(scene);
    }
    this.again = false;
    this.playing = false;
    this.#viewer.rest();
  }

  /** Give the events of a scene that this player is to see, turn by turn: the preview has shown most of their own. */
  #news({ updates, again }: Scene): readonly (readonly Event[])[] {
    const { you } = this.#viewer;
    const turns = updates.map(({ events }) => events);
    const preview = this.#viewer.putAway();
    if (!preview || again || you === null || updates[0]?.seat !== you) return turns;
    this.view = preview;
    const [own = [], ...others] = turns;
    const first = own.findIndex((event) => !('seat' in event) || event.seat !== you);
    const drafted = first < 0 ? own : own.slice(0, first);
    const close = drafted.filter((event) => this.stage?.part(event)?.close);
    for (const event of close) this.#foreseen.add(event);
    return [[...close, ...own.slice(drafted.length)], ...others];
  }

  /** Keep what is about to be shown, from the position drawn now, until this player decides again. */
  #remember(scene: Scene, turns: readonly (readonly Event[])[]): void {
    const { you } = this.#viewer;
    if (you === null) return;
    const decided = scene.updates.some(({ seat, bot }) => seat === you && !bot);
    if (decided) this.#past = [];
    if (this.#past.length === 0) this.#base = this.view;
    const updates = scene.updates.map((update, i) => ({ ...update, events: turns[i] ?? [] }));
    this.#past.push({ ...scene, updates });
    if (this.#past.length > KEPT) this.#base = this.#past.shift()?.view ?? null;
    this.repeatable = this.#past.some((kept) => turnsIn(kept) > 0);
  }

  /** Say how fast to show a scene: as wished, and faster the more waits behind it. */
  #haste(scene: Scene): Haste {
    const speed = this.#viewer.speed();
    // Who asks to see it sees it, even where nothing is shown unasked.
    if (scene.again) return () => (!this.again ? Infinity : speed < Infinity ? speed : 1);
    return (behind, great, close) => {
      if (behind > (great ? FAR_BEHIND : BEHIND)) return Infinity;
      return speed * (great || (close && behind <= FEW) ? 1 : Math.min(HASTIEST, 1 + HASTE * behind));
    };
  }

  /** Show some turns; great ones wait until the tab is visible, all others are shown there by their result only. */
  async #perform(turns: readonly (readonly Event[])[], haste: Haste, again = false): Promise<void> {
    const { stage, leaps } = this;
    /** These turns are of a place that was left. */
    const left = (): boolean => leaps !== this.leaps;
    let behind = 0;
    const telling: Telling = {
      pace: (event) => {
        if (left()) return Infinity;
        const rest = turns.length - 1 - turns.findIndex((turn) => turn.includes(event));
        behind = this.#queue.reduce((sum, next) => sum + turnsIn(next), rest);
        return this.#pace(event, behind, haste);
      },
      tell: (event) => {
        if (!left()) this.#tell(event);
      },
      hurried: () => !again && behind > FEW,
    };
    const great = turns.flat().some((event) => stage?.part(event)?.great);
    const hidden = (): void => {
      if (!document.hidden) return;
      this.#unseen = true;
      stage?.skip();
    };
    document.addEventListener('visibilitychange', hidden);
    do {
      if (great) await visible();
      if (left()) break;
      this.#part = OPENING;
      this.happened = [];
      this.#begun = [];
      this.#skipped = false;
      this.#unseen = document.hidden;
      await stage?.animate(turns.flat(), telling);
    } while (great && this.#unseen && !left());
    document.removeEventListener('visibilitychange', hidden);
    if (left()) return;
    this.told = [];
    this.seat = null;
  }

  #forget(): void {
    this.scene = null;
    this.happened = [];
  }

  #pace(event: Event, behind: number, haste: Haste): number {
    const part = this.stage?.part(event);
    const begins = part && (part.seat !== this.#part.seat || part.great !== this.#part.great) ? part : null;
    if (begins) {
      this.#part = begins;
      this.#skipped = false;
    }
    const pace = this.#skipped || this.#unseen ? Infinity : haste(behind, this.#part.great, part?.close);
    this.#begun.push({ event, begins, seen: pace < Infinity, due: false });
    if (pace === Infinity) this.#tell(event);
    return pace;
  }

  /** Say what is due, in order: what is not holds up what comes after it. */
  #tell(event: Event): void {
    for (const each of this.#begun) each.due ||= each.event === event;
    for (let next = this.#begun[0]; next?.due; next = this.#begun[0]) {
      this.#begun.shift();
      if (!this.#foreseen.has(next.event)) this.happened = [...this.happened, next.event];
      if (!next.seen) continue;
      this.told = next.begins ? [next.event] : [...this.told, next.event];
      if (next.begins) this.seat = next.begins.seat;
    }
  }
}

/** Count the turns of a scene in which there is something to see. */
const turnsIn = ({ updates }: Scene): number => updates.filter(({ events }) => events.length > 0).length;

async function visible(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}
