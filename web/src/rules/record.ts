/**
 * Reads records of compiled rules where they lie in memory. What a game's records look like stands in the `state.ts`
 * beside its board, made from the game's own declarations by tools/state_ts.py.
 */

/** Memory that may move when it grows: whoever reads asks anew for where it is. */
export interface Memory {
  readonly view: DataView;
}

type Read = (view: DataView, at: number) => number | bigint;
type Write = (view: DataView, at: number, value: never) => void;

/** A number of a record. */
interface Field<N extends number | bigint> {
  readonly at: number;
  readonly read: (view: DataView, at: number) => N;
  readonly write: (view: DataView, at: number, value: N) => void;
}

/** Numbers of a record, by one index or two. */
interface Table<N extends number | bigint> extends Field<N> {
  readonly size: number;
  readonly shape: readonly number[];
}

/** A record: a number by its name, one of a table by the indices given to its name. */
export type Fields<L> = {
  [K in keyof L]: L[K] extends Table<infer N> ? (i: number, j?: number) => N : L[K] extends Field<infer N> ? N : never;
};

interface Kind<N extends number | bigint> {
  (at: number): Field<N>;
  (at: number, ...shape: number[]): Table<N>;
}

function kind<N extends number | bigint>(
  size: number,
  read: (view: DataView, at: number) => N,
  write: (view: DataView, at: number, value: N) => void,
): Kind<N> {
  return ((at: number, ...shape: number[]) =>
    shape.length === 0 ? { at, read, write } : { at, read, write, size, shape }) as Kind<N>;
}

export const int8 = kind(
  1,
  (view, at) => view.getInt8(at),
  (view, at, value) => view.setInt8(at, value),
);
export const int16 = kind(
  2,
  (view, at) => view.getInt16(at, true),
  (view, at, value) => view.setInt16(at, value, true),
);
export const int32 = kind(
  4,
  (view, at) => view.getInt32(at, true),
  (view, at, value) => view.setInt32(at, value, true),
);
/** More bits than a number of JavaScript has: a bigint. */
export const int64 = kind(
  8,
  (view, at) => view.getBigInt64(at, true),
  (view, at, value) => view.setBigInt64(at, value, true),
);

/** What a record looks like. */
export interface Layout<R> {
  /** Digest of the declarations; compiled rules say of which they are. */
  readonly digest: string;
  readonly size: number;
  /** Reads and writes the record at an address. */
  readonly at: (memory: Memory, address: number) => R;
}

/** Makes readers of records whose fields lie where `fields` says. */
export function layout<L extends Readonly<Record<string, Field<number> | Field<bigint>>>>(
  digest: string,
  size: number,
  fields: L,
): Layout<Fields<L>> {
  class Reader {
    constructor(
      readonly memory: Memory,
      readonly address: number,
    ) {}
  }
  for (const [name, field] of Object.entries(fields)) {
    const [read, write] = [field.read as Read, field.write as Write];
    if ('shape' in field) {
      const { at, size: each, shape } = field as unknown as Table<number>;
      const row = shape[1] ?? 1;
      Object.defineProperty(Reader.prototype, name, {
        value(this: Reader, i: number, j = 0) {
          if (!(i >= 0 && i < (shape[0] ?? 0) && j >= 0 && j < row)) throw new RangeError(`${name}(${i}, ${j})`);
          return read(this.memory.view, this.address + at + each * (i * row + j));
        },
      });
    } else {
      Object.defineProperty(Reader.prototype, name, {
        get(this: Reader) {
          return read(this.memory.view, this.address + field.at);
        },
        set(this: Reader, value: never) {
          write(this.memory.view, this.address + field.at, value);
        },
      });
    }
  }
  return { digest, size, at: (memory, address) => new Reader(memory, address) as unknown as Fields<L> };
}
