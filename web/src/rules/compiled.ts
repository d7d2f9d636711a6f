/** Loads what `eddyline wasm` has compiled, and keeps its memory. */
import type { Action } from '../protocol';
import type { Memory } from './record';

/** What a module says of itself. */
export interface About {
  readonly game: string;
  readonly bot: string | null;
  /** Digest of what it is made of. */
  readonly sources: string;
  /** Digest of the declarations of the game's record. */
  readonly state: string;
  /** Bytes of a record. */
  readonly size: number;
  /** The largest number of legal decisions. */
  readonly most: number;
  /** Simulations that a bot makes between two looks at the clock; 0 if it does not search. */
  readonly chunk: number;
  /** Memory that may be given to it: bytes of an element, by name. */
  readonly placed: Readonly<Record<string, number>>;
  /** How messages are written, by the record that a kernel fills: what is seen (`shown`), what happened (`told`), why
   * something is not legal (`why`); of rules only, and of those that can. */
  readonly written: Readonly<Record<string, Written>>;
  /** How a game is set up; of rules only. */
  readonly setup?: SetUp;
  /** What nobody may know, as places and sizes; of each secret field, by the bits of `hidden`, the place of its first
   * row, one for each seat, and what stands for a hidden row, in hexadecimal. Of rules only. */
  readonly secret?: {
    readonly unknown: readonly (readonly [at: number, size: number])[];
    readonly fields: readonly (readonly [at: number, instead: string])[];
  };
}

/** How a message is written. */
export interface Written {
  /** Bytes of the record that is filled. */
  readonly record: number;
  /** Bytes of the longest JSON that is written of it. */
  readonly longest: number;
  /** First step of the plan by which it is written. */
  readonly first: number;
  /** Fields of the JSON, in their order, which are left null. */
  readonly given: readonly string[];
}

/** How the options of a game are written into a record. */
export interface SetUp {
  /** The record with those of the default preset, in hexadecimal. */
  readonly fresh: string;
  /** Where the number of seats is. */
  readonly seats: number;
  /** Where a number is written, and its bytes; or by value which bytes it changes, and in which bits. */
  readonly options: Readonly<
    Record<string, readonly [at: number, size: number] | Readonly<Record<string, readonly [number, number][]>>>
  >;
  /** Fields of a view that the rules do not fill, and those of them that values change, by option and value. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly gives: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

/** A function of a module: it takes and returns plain numbers; only words of chance, which have 64 bits, are bigints. */
type Call = (...given: (number | bigint)[]) => number;

/** Actions that follow one another and have the same fields: their values by the field's name. */
interface Block {
  readonly kind: string;
  readonly columns: Readonly<Record<string, readonly unknown[]>>;
}

const ABOUT = 'eddyline';
const ACTIONS = 'eddyline.actions';
const PAGE = 1 << 16;
/** What kernels may call of a browser. */
const MATHS = { exp: Math.exp, log: Math.log, pow: Math.pow, sqrt: Math.sqrt };

/** Read what a module says in a section; null if it has none. */
function section(module: WebAssembly.Module, name: string): unknown {
  const [said] = WebAssembly.Module.customSections(module, name);
  return said === undefined ? null : JSON.parse(new TextDecoder().decode(said));
}

function rows({ kind, columns }: Block): object[] {
  const fields = Object.entries(columns);
  return (fields[0]?.[1] ?? []).map((_, row) => ({
    kind,
    ...Object.fromEntries(fields.map(([name, values]) => [name, values[row]])),
  }));
}

export class Compiled implements Memory {
  readonly #memory: WebAssembly.Memory;
  #view: DataView;
  #free: number;
  /** Where arrays were placed, which a shorter one may use again. */
  readonly #placed = new Map<string, { address: number; length: number }>();

  private constructor(
    readonly about: About,
    /** All actions of the game by their ids, if the module shows positions. */
    readonly actions: readonly Action[],
    readonly calls: Readonly<Record<string, Call>>,
    { memory, heap }: { memory: WebAssembly.Memory; heap: WebAssembly.Global },
  ) {
    this.#memory = memory;
    this.#view = new DataView(memory.buffer);
    this.#free = heap.value as number;
  }

  /** Compile a module's bytes; rejects what is not one of ours. */
  static async load(bytes: BufferSource): Promise<Compiled> {
    const module = await WebAssembly.compile(bytes);
    const about = section(module, ABOUT) as About | null;
    if (about === null) throw new TypeError('expected a module made by `eddyline wasm`');
    const actions = ((section(module, ACTIONS) ?? []) as Block[]).flatMap(rows);
    const { exports } = await WebAssembly.instantiate(module, { env: MATHS });
    return new Compiled(
      about,
      actions.map((action, id) => ({ ...action, id }) as Action),
      exports as Record<string, Call>,
      exports as unknown as { memory: WebAssembly.Memory; heap: WebAssembly.Global },
    );
  }

  /** The memory as it is now. */
  get view(): DataView {
    if (this.#view.buffer !== this.#memory.buffer) this.#view = new DataView(this.#memory.buffer);
    return this.#view;
  }

  /** Bytes of the memory, valid until the next `reserve`. */
  bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, address, length);
  }

  /** Set bytes aside for ever, and return their address. */
  reserve(length: number): number {
    const address = this.#free;
    this.#free = Math.ceil((address + length) / 16) * 16;
    const lacking = this.#free - this.#memory.buffer.byteLength;
    if (lacking > 0) this.#memory.grow(Math.ceil(lacking / PAGE));
    return address;
  }

  /** Give the module an array that it works with: the boards in play, for example. */
  place(name: string, content: Uint8Array): void {
    const [each, call] = [this.about.placed[name], this.calls[`place_${name}`]];
    if (each === undefined || call === undefined || content.length === 0 || content.length % each !== 0) {
      throw new RangeError(`${this.about.game} takes no ${content.length} bytes as ${name}`);
    }
    let to = this.#placed.get(name);
    if (to === undefined || to.length < content.length) {
      to = { address: this.reserve(content.length), length: content.length };
      this.#placed.set(name, to);
    }
    this.bytes(to.address, content.length).set(content);
    call(to.address);
  }

  /** Return one of the module's functions. */
  call(name: string): Call {
    const found = this.calls[name];
    if (found === undefined) throw new TypeError(`${this.about.game} has no ${name}`);
    return found;
  }
}
