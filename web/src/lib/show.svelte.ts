import type { Pace, Part } from '../boards/ui';
import type { Event, Update, View } from '../protocol';

/** Whatever can show events: the board. */
export interface Stage {
  animate(events: readonly Event[], pace: Pace): Promise<void>;
  /** Wait no longer for the event at hand. */
  skip(): void;
  /** Tell which part of a scene an event belongs to; null: the one before it goes on. */
  part(event: Event): Part | null;
}

/** Answers how many times faster than usual to show a part, when so many more turns of its scene follow. */
type Haste = (left: number, great: boolean) => number;

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
/** With more turns waiting than these, only what is great is shown, and then nothing but the result. */
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
    this.#opened = this.playing = false;
    this.#forget();
    this.close();
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
          await this.#perform(turns, this.#haste(scene));
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

  /** Give the events of a scene that this player has not seen yet, turn by turn: the preview has shown their own. */
  #news({ updates }: Scene): readonly (readonly Event[])[] {
    const { you } = this.#viewer;
    const turns = updates.map(({ events }) => events);
    const preview = this.#viewer.putAway();
    if (!preview || you === null || updates[0]?.seat !== you) return turns;
    this.view = preview;
    const [own = [], ...others] = turns;
    const first = own.findIndex((event) => !('seat' in event) || event.seat !== you);
    return [first < 0 ? [] : own.slice(first), ...others];
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
    return (left, great) => {
      const behind = this.#queue.reduce((sum, next) => sum + turnsIn(next), left);
      if (behind > (great ? FAR_BEHIND : BEHIND)) return Infinity;
      return speed * (great ? 1 : Math.min(HASTIEST, 1 + HASTE * behind));
    };
  }

  /** Show some turns; great ones wait until the tab is visible, all others are shown there by their result only. */
  async #perform(turns: readonly (readonly Event[])[], haste: Haste): Promise<void> {
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
      this.happened = [];
      this.#skipped = false;
      this.#unseen = document.hidden;
      await stage?.animate(turns.flat(), (event) => this.#pace(event, left(event), haste));
    } while (great && this.#unseen);
    document.removeEventListener('visibilitychange', hidden);
    this.told = [];
    this.seat = null;
  }

  #forget(): void {
    this.scene = null;
    this.happened = [];
  }

  #pace(event: Event, left: number, haste: Haste): number {
    this.happened = [...this.happened, event];
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

/** Count the turns of a scene in which there is something to see. */
const turnsIn = ({ updates }: Scene): number => updates.filter(({ events }) => events.length > 0).length;

async function visible(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}
