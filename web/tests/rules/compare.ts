/** Folds games as Python has folded them, and compares everything at every step; see tests/support/elsewhere.py. */
import type { Event } from '../../src/protocol';
import { resample } from '../../src/rules/match';
import { type Layout } from '../../src/rules/record';
import { Bot, type Position, Rules } from '../../src/rules/rules';

/** What a step is: the first byte of each. */
const [PUT, BEGIN, DECIDE, ADVANCE, DEAL, OVER, PLACE, SHOW, WHY, RESAMPLE, FATE] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Folds chunks; returns how many steps there were so far, or where the two differ. */
export interface Folder {
  fold(chunk: Uint8Array): number | Difference;
}

type Bare = Record<string, never>;

/** Where the two do not agree. */
export interface Difference {
  readonly step: number;
  readonly what: string;
  readonly native: unknown;
  readonly here: unknown;
}

/** What a module says of itself, which comes first in it. */
function said(module: Uint8Array): { bot: string; state: string; size: number } {
  const text = new TextDecoder('latin1').decode(module.subarray(0, 1000));
  const [, bot = '', state = '', size = ''] =
    /"bot": (?:null|"(.*?)"),.*"state": "(\w+)", "size": (\d+)/.exec(text) ?? [];
  return { bot, state, size: Number(size) };
}

/** A reader of no fields, for a module of any game. */
export function bare(module: Uint8Array): Layout<Bare> {
  const { state, size } = said(module);
  return { digest: state, size, at: () => ({}) };
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export class Comparison implements Folder {
  #steps = 0;
  readonly #position: Position<Bare>;
  /** What it was before a step. */
  readonly #before: Position<Bare>;
  /** What a seat may know of it. */
  readonly #redacted: Position<Bare>;

  private constructor(readonly rules: Rules<Bare>) {
    this.#position = rules.position();
    this.#before = rules.position();
    this.#redacted = rules.position();
  }

  static async of(module: Uint8Array<ArrayBuffer>): Promise<Comparison> {
    return new Comparison(await Rules.load(module, bare(module)));
  }

  /** Fold some steps; return how many there were so far, or where they differ. */
  fold(chunk: Uint8Array): number | Difference {
    const { rules } = this;
    const position = this.#position;
    const size = rules.layout.size;
    const given = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const differ = (what: string, native: unknown, here: unknown) => ({ step: this.#steps, what, native, here });
    let at = 0;
    while (at < chunk.length) {
      this.#steps += 1;
      const kind = chunk[at];
      at += 1;
      if (kind === PLACE) {
        const length = given.getUint32(at, true);
        rules.compiled.place('boards', chunk.subarray(at + 4, at + 4 + length));
        at += 4 + length;
        continue;
      }
      if (kind === PUT) {
        rules.put(position, chunk.subarray(at, at + size));
        at += size;
        continue;
      }
      if (kind === SHOW) {
        const [seat, length] = [given.getInt8(at), given.getUint32(at + 1, true)];
        at += 5;
        rules.put(this.#redacted, chunk.subarray(at, at + size));
        const native = chunk.subarray(at + size, at + size + length);
        const here = rules.view(this.#redacted, seat < 0 ? null : seat);
        if (!same(native, here)) return differ(`view of seat ${seat}`, text(native), text(here));
        at += size + length;
        continue;
      }
      if (kind === FATE) {
        const [seat, length] = [given.getInt8(at), given.getUint32(at + 1, true)];
        at += 5;
        rules.put(this.#redacted, chunk.subarray(at, at + size));
        // Python and JavaScript do not write numbers alike.
        const native = JSON.stringify(JSON.parse(text(chunk.subarray(at + size, at + size + length))));
        const here = JSON.stringify(rules.fate(this.#redacted, seat < 0 ? null : seat));
        if (native !== here) return differ(`fate for seat ${seat}`, native, here);
        at += size + length;
        continue;
      }
      if (kind === WHY) {
        const [seat, action, length] = [
          given.getUint8(at),
          given.getInt16(at + 1, true),
          given.getUint32(at + 3, true),
        ];
        at += 7;
        rules.put(this.#redacted, chunk.subarray(at, at + size));
        const native = text(chunk.subarray(at + size, at + size + length));
        const { rule, reason, values } = rules.whyNot(this.#redacted, seat, action);
        const here = JSON.stringify([rule, reason, values]);
        if (native !== here) return differ(`why action ${action} is not legal for seat ${seat}`, native, here);
        at += size + length;
        continue;
      }
      if (kind === RESAMPLE) {
        const seat = given.getUint8(at);
        rules.put(this.#before, rules.bytes(position));
        resample(rules, this.#before, seat, given.getBigUint64(at + 1, true));
        const [native, here] = [chunk.subarray(at + 9, at + 9 + size), rules.bytes(this.#before)];
        if (!same(native, here)) return differ(`resampled for seat ${seat}`, text(native), text(here));
        at += 9 + size;
        continue;
      }
      let told: Event[] = [];
      if (kind === BEGIN) {
        rules.begin(position, given.getBigUint64(at, true));
        told = rules.toldStart(position);
        at += 8;
      } else {
        const waiting = given.getUint16(at, true);
        at += 2;
        if (rules.toAct(position) !== waiting) return differ('to_act', waiting, rules.toAct(position));
        if (rules.isOver(position) !== (kind === OVER)) return differ('is_over', kind === OVER, kind !== OVER);
        if (kind === ADVANCE || kind === DEAL) {
          rules.put(this.#before, rules.bytes(position));
          if (kind === ADVANCE) rules.advance(position);
          else {
            rules.deal(position, given.getBigUint64(at, true));
            at += 8;
          }
          told = rules.toldAdvance(this.#before, position);
        }
        if (kind === DECIDE) {
          const [seat, action, count] = [
            given.getUint8(at),
            given.getInt16(at + 1, true),
            given.getUint16(at + 3, true),
          ];
          at += 5;
          const legal = rules.legal(position, seat);
          let equal = legal.length === count;
          for (let index = 0; equal && index < count; index += 1)
            equal = legal[index] === given.getInt16(at + 2 * index, true);
          if (!equal) {
            const native = Array.from({ length: count }, (_, index) => given.getInt16(at + 2 * index, true));
            return differ(`legal of seat ${seat}`, native, [...legal]);
          }
          at += 2 * count;
          told = rules.toldDecision(position, seat, action);
          rules.decide(position, seat, action);
        }
        if (kind === OVER) {
          const seats = given.getUint8(at);
          const { ranks, winners } = rules.outcome(position, seats);
          const native = Array.from({ length: seats + 1 }, (_, index) => given.getInt16(at + 1 + 2 * index, true));
          if ([...ranks, winners].join() !== native.join()) return differ('outcome', native, [...ranks, winners]);
          at += 3 + 2 * seats;
          continue;
        }
      }
      const hidden = given.getUint32(at, true);
      at += 4;
      if (rules.hidden(position) !== hidden) return differ('hidden', hidden, rules.hidden(position));
      const made = rules.bytes(position);
      for (let index = 0; index < size; index += 1) {
        if (made[index] !== chunk[at + index]) return differ(`byte ${index}`, chunk[at + index], made[index]);
      }
      at += size;
      const length = given.getUint32(at, true);
      const native = text(chunk.subarray(at + 4, at + 4 + length));
      const here = rules.writes('told') ? JSON.stringify(told) : '';
      if (native !== here) return differ('events', native, here);
      at += 4 + length;
    }
    return this.#steps;
  }
}

/** Asks a bot what it was asked natively. A chunk is the number of players and of simulations for each answer, the board if
 * it is another one, and then questions with their answers. */
export class BotComparison implements Folder {
  #asked = 0;

  private constructor(readonly bot: Bot<Bare>) {}

  static async of(module: Uint8Array<ArrayBuffer>): Promise<BotComparison> {
    return new BotComparison(await Bot.load(module, bare(module)));
  }

  fold(chunk: Uint8Array): number | Difference {
    const given = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.bot.prepare(given.getUint8(0));
    const most = given.getUint32(1, true);
    const more = (done: number): number => Math.min(this.bot.chunk, most - done);
    const board = chunk.subarray(9, 9 + given.getUint32(5, true));
    if (board.length > 0) this.bot.compiled.place('boards', board);
    for (let at = 9 + board.length; at < chunk.length;) {
      this.#asked += 1;
      const [seat, seed, length] = [given.getUint8(at), given.getUint32(at + 1, true), given.getUint8(at + 5)];
      const native = Array.from({ length }, (_, step) => given.getInt16(at + 6 + 2 * step, true)).join();
      at += 6 + 2 * length;
      const here = this.bot.plan(chunk.subarray(at, at + this.bot.layout.size), seat, seed, more).join();
      at += this.bot.layout.size;
      if (here !== native) return { step: this.#asked, what: `decisions of seat ${seat}`, native, here };
    }
    return this.#asked;
  }
}

/** What compares a module: of rules, or of a bot. */
export async function comparing(module: Uint8Array<ArrayBuffer>): Promise<Folder> {
  return said(module).bot === '' ? Comparison.of(module) : BotComparison.of(module);
}
