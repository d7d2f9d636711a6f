/** Plays a whole game by its rules, with all that is hidden in it: where no server keeps it. */
import type { Beginning, Event, OptionValue } from '../protocol';
import { CHANCE, type Position, type Rules } from './rules';
import { bytes } from './drafting';
import { freshRecord, givenBy, redacted } from './setup';

/** A turn that was committed, a word of chance after the set-up, or one with which all that a seat could not know was
 * dealt anew. */
export type Entry =
  | { readonly seat: number; readonly turn: readonly number[] }
  | { readonly deal: bigint }
  | { readonly resample: number; readonly word: bigint };

/** What a game begins with. */
export interface Start {
  readonly players: number;
  readonly options: Readonly<Record<string, OptionValue>>;
  /** Word of chance of the set-up; null: it begins with a position. */
  readonly word: bigint | null;
  /** The record that it begins with, where these rules cannot make it themselves. */
  readonly from?: Beginning;
}

export class Match {
  /** Turns and deals, in order; secret turns that wait for others come last. */
  #log: Entry[] = [];
  /** Secret turns that wait for those of others, by seat. */
  #pending: ReadonlyMap<number, readonly number[]> = new Map();
  /** Seats that owe a turn, or have one that waits. */
  #acting: readonly number[] = [];
  readonly #now: Position<unknown>;
  /** What `#now` was before a step, or may become. */
  readonly #other: Position<unknown>;
  /** What happened when it was set up. */
  readonly began: readonly Event[];

  /** Set a game up; `chance` gives the words of all deals, or null where none is known: the game waits there. Throws a RangeError for what these rules cannot begin with. */
  constructor(
    readonly rules: Rules<unknown>,
    readonly start: Start,
    readonly chance: () => bigint | null,
  ) {
    const { players, options, word, from } = start;
    this.#now = rules.position(from ? bytes(from.record) : freshRecord(rules.compiled.about, players, options));
    this.#other = rules.position();
    if (word !== null) rules.begin(this.#now, word);
    this.began = [...rules.toldStart(this.#now), ...this.#advance()];
  }

  get log(): readonly Entry[] {
    return this.#log;
  }

  get over(): boolean {
    return this.rules.isOver(this.#now);
  }

  /** Seats that owe a turn. */
  get waiting(): readonly number[] {
    return this.#acting.filter((seat) => !this.#pending.has(seat));
  }

  /** Tell whether a seat may decide: it owes a turn, or may still replace a secret one. */
  asks(seat: number): boolean {
    return this.#acting.includes(seat);
  }

  /** The secret turn of a seat that waits for others. */
  pending(seat: number): readonly number[] | null {
    return this.#pending.get(seat) ?? null;
  }

  /** The position with all that is hidden in it, without turns that wait. */
  get record(): Uint8Array {
    return this.rules.bytes(this.#now).slice();
  }

  /** What a seat, or with null a spectator, may know of the position, without turns that wait. */
  redacted(seat: number | null): Uint8Array {
    return redacted(this.rules, this.#now, seat);
  }

  /** Fields of a view that the rules do not fill. */
  get given(): Record<string, unknown> {
    const { rules, start } = this;
    const given = start.from?.given ?? givenBy(rules.compiled.about, start.options);
    return { ...given, ranking: this.ranking, winners: this.winners };
  }

  /** What a seat, or with null a spectator, sees of the position. */
  shown(seat: number | null): unknown {
    const { rules } = this;
    rules.put(this.#other, this.redacted(seat));
    return JSON.parse(new TextDecoder().decode(rules.view(this.#other, seat)));
  }

  /** Rank of each seat, once the game is over. */
  get ranking(): readonly number[] | null {
    return this.over ? [...this.rules.outcome(this.#now, this.start.players).ranks] : null;
  }

  get winners(): readonly number[] {
    if (!this.over) return [];
    const { winners } = this.rules.outcome(this.#now, this.start.players);
    return seatsOf(winners, this.start.players);
  }

  /** Take a whole turn, and return what everybody sees of it; throws a RangeError for one that is not legal. */
  commit(seat: number, turn: readonly number[]): Event[] {
    this.#check(seat, turn);
    const told: Event[] = [];
    if (this.#acting.length === 1) {
      this.#log.push({ seat, turn });
      this.#decide(seat, turn, told);
    } else {
      const settled = this.#log.slice(0, this.#log.length - this.#pending.size);
      const others = [...this.#pending].filter(([other]) => other !== seat);
      this.#pending = new Map([...others, [seat, turn]]);
      this.#log = [...settled, ...[...this.#pending].map(([other, decisions]) => ({ seat: other, turn: decisions }))];
      if (this.#pending.size < this.#acting.length) return [];
      const all = [...this.#pending].sort(([one], [other]) => one - other);
      this.#pending = new Map();
      for (const [other, decisions] of all) this.#decide(other, decisions, told);
    }
    return [...told, ...this.#advance()];
  }

  /** Deal anew all that a seat cannot know: secret turns of others are owed again. */
  resample(seat: number, word: bigint): void {
    const own = this.pending(seat);
    const settled = this.#log.slice(0, this.#log.length - this.#pending.size);
    this.#pending = new Map(own ? [[seat, own]] : []);
    this.#log = [...settled, { resample: seat, word }, ...(own ? [{ seat, turn: own }] : [])];
    resample(this.rules, this.#now, seat, word);
    this.#acting = seatsOf(this.rules.toAct(this.#now), this.start.players);
  }

  #decide(seat: number, turn: readonly number[], told: Event[]): void {
    for (const action of turn) {
      told.push(...this.rules.toldDecision(this.#now, seat, action));
      this.rules.decide(this.#now, seat, action);
    }
  }

  /** Try a turn on a copy. */
  #check(seat: number, turn: readonly number[]): void {
    const { rules } = this;
    rules.put(this.#other, rules.bytes(this.#now));
    const owes = (): boolean => (rules.toAct(this.#other) & (1 << seat)) !== 0;
    const legal = turn.every((action) => {
      const offered = owes() && rules.legal(this.#other, seat).includes(action);
      if (offered) rules.decide(this.#other, seat, action);
      return offered;
    });
    if (!legal || turn.length === 0 || owes()) throw new RangeError(`seat ${seat} cannot play ${turn.join(' ')}`);
  }

  /** Say how the game ended, which the rules leave out. */
  readonly #ended = (event: Event): Event =>
    event.kind === 'over' ? { ...event, ranking: this.ranking ?? [], winners: this.winners } : event;

  /** Carry out all that nobody decides. */
  #advance(): Event[] {
    const { rules } = this;
    const told: Event[] = [];
    for (;;) {
      const waiting = rules.toAct(this.#now);
      this.#acting = seatsOf(waiting, this.start.players);
      if (this.#acting.length > 0 || (waiting === 0 && this.over)) return told;
      rules.put(this.#other, rules.bytes(this.#now));
      if (waiting & CHANCE) {
        const word = this.chance();
        if (word === null) return told;
        rules.deal(this.#now, word);
        this.#log.push({ deal: word });
      } else rules.advance(this.#now);
      told.push(...rules.toldAdvance(this.#other, this.#now).map(this.#ended));
    }
  }
}

/** Deal anew, in a position, all that a seat cannot know; nothing, in games that hide nothing. */
export function resample<R>({ compiled }: Rules<R>, position: Position<R>, seat: number, word: bigint): void {
  compiled.calls['resample']?.(position.address, seat, word);
}

/** List the seats of a bit mask. */
const seatsOf = (mask: number, players: number): number[] =>
  Array.from({ length: players }, (_, seat) => seat).filter((seat) => (mask >> seat) & 1);
