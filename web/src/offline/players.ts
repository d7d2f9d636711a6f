/** Asks the worker with the bots. */
import type { Answered, Asked } from './asked';

export class Players {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #asked = new Map<number, { done: (turn: readonly number[]) => void; fail: (error: Error) => void }>();
  #number = 0;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Answered>) => {
      const asked = this.#asked.get(data.number);
      this.#asked.delete(data.number);
      if ('turn' in data) asked?.done(data.turn);
      else asked?.fail(new Error(data.failed));
    };
    // Its file did not come.
    this.#worker.onerror = () => {
      for (const { fail } of this.#asked.values()) fail(new Error('the bots did not come'));
      this.#asked.clear();
    };
  }

  /** Let a bot decide a turn. */
  turn(asked: Omit<Asked, 'number'>): Promise<readonly number[]> {
    this.#number += 1;
    const number = this.#number;
    return new Promise((done, fail) => {
      this.#asked.set(number, { done, fail });
      this.#worker.postMessage({ ...asked, number } satisfies Asked);
    });
  }

  close(): void {
    this.#worker.terminate();
    this.#asked.clear();
  }
}
