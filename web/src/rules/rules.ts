/**
 * The rules of a game, compiled from the very kernels that the server runs, and bots that decide with them.
 *
 * Nothing is checked here: a decision must be one of `legal`, a seat one that is asked.
 */
import type { Because, Event, FateAnswer } from '../protocol';
import { Compiled } from './compiled';
import type { Layout } from './record';

/** In `toAct`: the game waits for a word of chance. */
export const CHANCE = 1 << 8;

/** In `view`: nobody's seat, but what everybody may see. */
const SPECTATOR = -1;

/** Why something is not legal: a reason, its rule, and what its sentence names. */
export type Why = Pick<Because, 'rule' | 'reason' | 'values'>;

/** The same as a kernel says it: values that do not belong to the reason are null. */
type Whole = Readonly<Record<string, string | number | null>> & { readonly because: Pick<Why, 'rule' | 'reason'> };

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A position in the memory of some rules. */
export interface Position<R> {
  readonly address: number;
  /** Its fields by name. */
  readonly fields: R;
}

function load<R>(compiled: Compiled, layout: Layout<R>): Compiled {
  const { game, size, state } = compiled.about;
  if (layout.size !== size || layout.digest !== state) {
    throw new TypeError(`${game} was compiled for another record than state.ts has; run: eddyline wasm`);
  }
  return compiled;
}

export class Rules<R> {
  readonly #out: number;
  readonly #calls: Compiled['calls'];
  /** Where the records of messages are filled, by their names, and where each is then written. */
  readonly #records: Readonly<Record<string, number>>;
  readonly #written: number;

  private constructor(
    readonly compiled: Compiled,
    readonly layout: Layout<R>,
  ) {
    const { most, written } = compiled.about;
    this.#out = compiled.reserve(2 * most);
    this.#records = Object.fromEntries(
      Object.entries(written).map(([name, { record }]) => [name, compiled.reserve(record)]),
    );
    this.#written = compiled.reserve(Math.max(0, ...Object.values(written).map(({ longest }) => longest)));
    this.#calls = compiled.calls;
  }

  /** Load rules; rejects a module that was compiled for another record. */
  static async load<R>(bytes: BufferSource, layout: Layout<R>): Promise<Rules<R>> {
    return new Rules(load(await Compiled.load(bytes), layout), layout);
  }

  /** Load rules of any game, for whoever reads no fields. */
  static async bare(bytes: BufferSource): Promise<Rules<unknown>> {
    const compiled = await Compiled.load(bytes);
    const { state, size } = compiled.about;
    return new Rules(compiled, { digest: state, size, at: () => null });
  }

  /** Make room for a position: a copy of `bytes`, or all zeros. */
  position(bytes?: Uint8Array): Position<R> {
    const address = this.compiled.reserve(this.layout.size);
    const made = { address, fields: this.layout.at(this.compiled, address) };
    if (bytes !== undefined) this.put(made, bytes);
    return made;
  }

  /** Put a record into a position. */
  put(to: Position<R>, bytes: Uint8Array): void {
    if (bytes.length !== this.layout.size) throw new RangeError(`expected ${this.layout.size} bytes of a record`);
    this.bytes(to).set(bytes);
  }

  /** The bytes of a position, as they are and stay there. */
  bytes(of: Position<R>): Uint8Array {
    return this.compiled.bytes(of.address, this.layout.size);
  }

  /** Set a game up in a position that has its seats and options. */
  begin(position: Position<R>, word: bigint): void {
    this.compiled.call('begin')(position.address, word);
  }

  /** Bits of the seats that owe a decision; CHANCE if `deal` is due, 0 if `advance` is or the game is over. */
  toAct(position: Position<R>): number {
    return this.compiled.call('to_act')(position.address);
  }

  /** Actions that the seat may take, in ascending order. */
  legal(position: Position<R>, seat: number): Int16Array {
    const count = this.compiled.call('legal')(position.address, seat, this.#out);
    return this.#numbers(count).sort();
  }

  /** Carry out a legal decision. */
  decide(position: Position<R>, seat: number, action: number): void {
    this.compiled.call('decide')(position.address, seat, action);
  }

  /** Take one step that needs no decision. */
  advance(position: Position<R>): void {
    this.compiled.call('advance')(position.address);
  }

  /** Carry out the chance event that is due. */
  deal(position: Position<R>, word: bigint): void {
    this.compiled.call('deal')(position.address, word);
  }

  isOver(position: Position<R>): boolean {
    return this.compiled.call('is_over')(position.address) !== 0;
  }

  /** Rank of each seat, 1 the best, and the bits of the seats that have won. */
  outcome(position: Position<R>, seats: number): { ranks: Int16Array; winners: number } {
    this.compiled.call('ranking')(position.address, this.#out);
    const winners = this.compiled.call('winners')(position.address, this.#out);
    return { ranks: this.#numbers(seats), winners };
  }

  /** Bits of what is hidden: for seat 0 one for each secret field, then the same for seat 1, and so on. */
  hidden(position: Position<R>): number {
    return this.#calls['hidden']?.(position.address) ?? 0;
  }

  /** Whether the module has a kernel that fills this record. */
  writes(name: 'shown' | 'told' | 'why'): boolean {
    return name in this.compiled.about.written;
  }

  /** JSON of what a seat sees, or with null a spectator, in a record redacted for them; fields of
   * `about.written.shown.given` are null in it. */
  view(redacted: Position<R>, seat: number | null): Uint8Array {
    return this.#json('shown', 'show', redacted.address, seat ?? SPECTATOR);
  }

  /** Events at the beginning of a game. */
  toldStart(position: Position<R>): Event[] {
    return this.#events('tell_start', position.address);
  }

  /** Events of a decision that is taken in a position. */
  toldDecision(position: Position<R>, seat: number, action: number): Event[] {
    return this.#events('tell_decision', position.address, seat, action);
  }

  /** Events of one `advance` or `deal`; who has won is null in them. */
  toldAdvance(before: Position<R>, after: Position<R>): Event[] {
    return this.#events('tell_advance', before.address, after.address);
  }

  /** Why an action is not legal for a seat that owes a decision, in a record redacted for it. */
  whyNot(redacted: Position<R>, seat: number, action: number): Why {
    const why = JSON.parse(text(this.#json('why', 'refuse', redacted.address, seat, action))) as Whole;
    const { because, ...fields } = why;
    const values = Object.entries(fields).filter((entry): entry is [string, string | number] => entry[1] !== null);
    return { ...because, values: Object.fromEntries(values) };
  }

  /** What may come, as far as a seat, or with null a spectator, knows by a record redacted for them; null: nothing is
   * told. A game's fate is a module of its own. */
  fate(redacted: Position<R>, seat: number | null): FateAnswer['fate'] {
    const told = text(this.#json('told', 'tell_fate', redacted.address, seat ?? SPECTATOR));
    return (JSON.parse(told) as Pick<FateAnswer, 'fate'>).fate;
  }

  #events(kernel: string, ...given: number[]): Event[] {
    if (!this.writes('told')) return [];
    return (JSON.parse(text(this.#json('told', kernel, ...given))) as { events: Event[] }).events;
  }

  /** Have a kernel fill a record, and write it. */
  #json(name: string, kernel: string, ...given: number[]): Uint8Array {
    const { [name]: record = 0 } = this.#records;
    this.compiled.call(kernel)(...given, record);
    const length = this.compiled.call('write')(this.compiled.about.written[name]?.first ?? 0, record, this.#written);
    return this.compiled.bytes(this.#written, length);
  }

  #numbers(count: number): Int16Array {
    return new Int16Array(this.compiled.view.buffer, this.#out, count).slice();
  }
}

/** What a bot that searches has found out about one continuation of a turn. */
export interface Tried {
  readonly decisions: readonly number[];
  /** How often it tried it. */
  readonly visits: number;
  /** The share of a win that the seat had on average, 0 to 1. */
  readonly share: number;
}

/** A bot that decides alone, from what a seat may know. */
export class Bot<R> {
  readonly #address: number;

  private constructor(
    readonly compiled: Compiled,
    readonly layout: Layout<R>,
  ) {
    this.#address = compiled.reserve(layout.size);
  }

  /** Load a bot; rejects a module that was compiled for another record. */
  static async load<R>(bytes: BufferSource, layout: Layout<R>): Promise<Bot<R>> {
    return new Bot(load(await Compiled.load(bytes), layout), layout);
  }

  /** Load a bot of any game, for whoever reads no fields. */
  static async bare(bytes: BufferSource): Promise<Bot<unknown>> {
    const compiled = await Compiled.load(bytes);
    const { state, size } = compiled.about;
    return new Bot(compiled, { digest: state, size, at: () => null });
  }

  /** Prepare for a game of so many players; a bot that needs this is asked nothing before. */
  prepare(players: number): void {
    this.compiled.calls['prepare']?.(players);
  }

  /** Decide in the manner of a character from now on, by its number; −1: in nobody's. Not every bot can. */
  takeAfter(character: number): void {
    this.compiled.calls['take_after']?.(character);
  }

  /** Simulations between two looks at the clock, if it searches; 0 if it decides at once. */
  get chunk(): number {
    return this.compiled.about.chunk;
  }

  /** The seat's next decisions in a record that is redacted for it. The same seed and as many simulations decide alike;
   * `more` says how many to make after so many, and ends the search with 0. */
  plan(record: Uint8Array, seat: number, seed: number, more: (done: number) => number): number[] {
    const at = this.#address;
    this.compiled.bytes(at, this.layout.size).set(record);
    if (this.chunk === 0) return [this.compiled.call('choose')(at, seat, seed)];
    if (this.compiled.call('begin')(at, seat, seed) > 1) this.#search(seat, more);
    return this.#found('planned');
  }

  /** The best that it has found for the last plan, which a secret choice need not be: that is drawn from a mixture. */
  preferred(): number[] {
    return this.#found('preferred');
  }

  /** All that it has tried for the last plan; nothing, if it does not search. */
  tried(): Tried[] {
    const { weighed } = this.compiled.calls;
    const found: Tried[] = [];
    for (let number = 0; weighed && weighed(number, -1) >= 0; number += 1) {
      const decisions: number[] = [];
      for (let next = weighed(number, 0); next >= 0; next = weighed(number, decisions.length)) decisions.push(next);
      found.push({ decisions, visits: weighed(number, -1), share: weighed(number, -2) / 1_000_000 });
    }
    return found;
  }

  #found(name: 'planned' | 'preferred'): number[] {
    const decisions: number[] = [];
    for (let next = 0; next >= 0;) {
      next = this.compiled.call(name)(decisions.length);
      if (next >= 0) decisions.push(next);
    }
    return decisions;
  }

  #search(seat: number, more: (done: number) => number): void {
    let done = 0;
    for (let count = more(0); count > 0; count = more(done)) {
      if (this.compiled.call('simulate')(this.#address, seat, count)) return;
      done += count;
    }
  }
}
