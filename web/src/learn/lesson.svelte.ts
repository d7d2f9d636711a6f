import { load, save } from '../lib/storage';

interface Saved {
  table: string | null;
  seen: readonly string[];
}

/** The one table at which this browser is being taught, and what it has been told there. */
export class Lesson {
  table: string | null = $state(null);
  /** Ids of the steps that are done with. */
  seen: readonly string[] = $state.raw([]);
  /** Id of the step that is being said now. */
  saying: string | null = $state(null);

  constructor(readonly key: string) {
    const { table, seen } = load<Saved>(key, { table: null, seen: [] });
    this.table = table;
    this.seen = seen;
  }

  /** Begin anew, at a table. */
  begin(table: string): void {
    this.#keep(table, []);
  }

  /** Be done with a step. */
  done(step: string): void {
    if (!this.seen.includes(step)) this.#keep(this.table, [...this.seen, step]);
  }

  end(): void {
    this.#keep(null, []);
  }

  /** Tell whether a table is being explained at this moment, or is going to be as soon as the words for it are here. */
  explains(table: string): boolean {
    return this.table === table && (this.saying !== null || this.seen.length === 0);
  }

  #keep(table: string | null, seen: readonly string[]): void {
    this.table = table;
    this.seen = seen;
    save(this.key, { table, seen } satisfies Saved);
  }
}

export const lesson = new Lesson('eddyline.lesson');
