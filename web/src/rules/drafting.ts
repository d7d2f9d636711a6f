/** Drafts turns by the rules of a game, from what one may know of its position: no server is asked. */
import type { Action, Because, Draft, Position, View } from '../protocol';
import { recordOf, shared } from '../lib/delta';
import type { Position as Place, Rules, Why } from './rules';

/** A turn, as far as it has been decided. */
interface Turn {
  readonly decisions: readonly number[];
  /** Which of them were not forced, by their places. */
  readonly free: readonly number[];
}

/** What a seat, or with null a spectator, may know of a position. */
export interface Known {
  readonly game: string;
  /** The board that it is played on, as positions have it. */
  readonly board: string | null;
  readonly record: Uint8Array;
  readonly seat: number | null;
}

const NOTHING: Turn = { decisions: [], free: [] };

export class Drafting {
  /** What was told, and what comes of it by a turn. */
  readonly #told: Place<unknown>;
  readonly #now: Place<unknown>;
  #position: Position | null = null;
  #you: number | null = null;
  /** Null: nothing has been decided but what is confirmed already. */
  #turn: Turn | null = null;
  /** What was shown last, without what is given. */
  #seen: View | null = null;

  constructor(readonly rules: Rules<unknown>) {
    this.#told = rules.position();
    this.#now = rules.position();
  }

  /** Take in a position; return whether it is another one, in which a new turn begins. */
  take(position: Position, you: number | null): boolean {
    const before = this.#position;
    const record = recordOf(position);
    const known = before && record === recordOf(before) && `${position.turn}` === `${before.turn}`;
    const same = known && you === this.#you;
    this.#position = position;
    this.#you = you;
    if (same && position.asked) return false;
    this.rules.put(this.#told, bytes(record));
    this.#turn = null;
    return true;
  }

  /** What is shown while nothing is drafted. */
  view(): View {
    this.#fold(this.#position?.turn ?? []);
    return this.#shown();
  }

  /** The draft as a table shows it; null if there is nothing to decide or to change. */
  draft(version: number): Draft | null {
    if (!this.#position?.asked || this.#you === null) return null;
    const confirmed = this.#turn === null && this.#position.turn !== null;
    const begun = confirmed ? this.#filled([]) : null;
    const beginning = begun && this.#legal();
    const turn = confirmed ? this.#fold(this.#position.turn ?? []) : (this.#turn ??= this.#filled([]));
    if (!confirmed) this.#fold(turn.decisions);
    const legal = this.#legal();
    return {
      type: 'draft',
      version,
      seat: this.#you,
      step: turn.decisions.length,
      decisions: this.#named(turn.decisions),
      legal: this.#named(beginning ?? legal),
      complete: legal.length === 0,
      confirmed,
      can_undo: turn.free.length > 0,
      view: this.#shown(),
    };
  }

  /** Add a decision, and the forced ones after it; after a confirmed turn, a new one begins. False if it is not legal. */
  decide(action: number): boolean {
    const before = this.#turn ?? this.#filled([]);
    this.#fold(before.decisions);
    if (!this.#legal().includes(action)) return false;
    this.#turn = this.#filled([...before.decisions, action]);
    return true;
  }

  /** Take the last decision that was not forced back, or all of them. */
  undo(all: boolean): void {
    const { decisions, free } = this.#turn ?? NOTHING;
    this.#turn = this.#filled(all ? [] : decisions.slice(0, free.at(-1) ?? 0));
  }

  /** Why an action is not possible now, or that it is; null if these rules cannot tell. */
  whyNot(action: string): Because | null {
    const id = this.#idOf(action);
    if (!this.#position?.asked || this.#you === null || id < 0 || !this.rules.writes('why')) return null;
    const { decisions, free } = this.#turn ?? this.#filled([]);
    this.#fold(decisions);
    let legal = this.#legal();
    if (legal.length === 0 && free.length === 0) {
      // A turn that left nothing to choose is asked about as it was before: why is this the only one?
      this.#fold([]);
      legal = this.#legal();
    }
    const common = legal.includes(id) ? 'legal' : legal.length === 0 ? 'turn_complete' : null;
    const why: Why = common ? { reason: common, rule: null, values: {} } : this.rules.whyNot(this.#now, this.#you, id);
    return { type: 'because', action, message: '', ...why };
  }

  /** What one may know of what has been decided so far, perhaps with one more action; a turn to which it cannot be added
   * is begun anew with it. Null: it is not possible. */
  known(action: string | null): Known | null {
    if (!this.#position) return null;
    const begun = this.#turn?.decisions ?? this.#position.turn ?? this.#filled([]).decisions;
    this.#fold(begun);
    if (action !== null) {
      const id = this.#idOf(action);
      const before = this.#legal().includes(id) ? begun : this.#filled([]).decisions;
      if (!this.#legal().includes(id)) return null;
      this.#filled([...before, id]);
    }
    const { game } = this.rules.compiled.about;
    const record = this.rules.bytes(this.#now).slice();
    return { game, board: this.#position.board, record, seat: this.#you };
  }

  /** What this turn can begin with. */
  get choices(): readonly Action[] {
    this.#filled([]);
    return this.#named(this.#legal());
  }

  /** What has been decided so far and is not confirmed; null if nothing has. */
  get begun(): readonly number[] | null {
    const turn = this.#turn;
    return turn && (turn.free.length > 0 || this.#position?.turn) ? turn.decisions : null;
  }

  /** Go on with a turn that was begun elsewhere; false, and nothing changes, if these rules do not allow it. */
  takeUp(decisions: readonly number[]): boolean {
    if (!this.#position?.asked || this.#you === null) return false;
    try {
      this.#turn = this.#filled(decisions);
      return true;
    } catch {
      return false;
    }
  }

  /** Carry a turn out, with the forced decisions after it. */
  #filled(decisions: readonly number[]): Turn {
    const turn = this.#fold(decisions);
    const filled = [...turn.decisions];
    for (let legal = this.#legal(); legal.length === 1; legal = this.#legal()) {
      const [only = 0] = legal;
      filled.push(only);
      this.rules.decide(this.#now, this.#you ?? 0, only);
    }
    return { decisions: filled, free: turn.free };
  }

  /** Carry a turn out. */
  #fold(decisions: readonly number[]): Turn {
    this.rules.put(this.#now, this.rules.bytes(this.#told));
    const free: number[] = [];
    decisions.forEach((action, place) => {
      const legal = this.#legal();
      if (!legal.includes(action)) throw new RangeError(`${this.rules.compiled.about.game}: ${action} is not legal`);
      if (legal.length > 1) free.push(place);
      this.rules.decide(this.#now, this.#you ?? 0, action);
    });
    return { decisions, free };
  }

  #legal(): Int16Array {
    const owes = this.#you !== null && this.rules.toAct(this.#now) & (1 << this.#you);
    return owes ? this.rules.legal(this.#now, this.#you ?? 0) : new Int16Array();
  }

  /** The number of an action in its text form; −1 if there is none. */
  #idOf(action: string): number {
    return this.rules.compiled.actions.findIndex(({ text }) => text === action);
  }

  #named(actions: Iterable<number>): Action[] {
    return Array.from(actions, (id) => this.rules.compiled.actions[id] as Action);
  }

  #shown(): View {
    const text = new TextDecoder().decode(this.rules.view(this.#now, this.#you));
    this.#seen = shared(this.#seen, JSON.parse(text) as View);
    return { ...this.#seen, ...this.#position?.given } as View;
  }
}

/** Read base64. */
export function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
