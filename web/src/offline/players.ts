/** Asks the worker with the bots. */
import type { Answered, Asked, Weighed } from './asked';

export class Players {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #asked = new Map<number, { done: (answer: Answered) => void; fail: (error: Error) => void }>();
  #number = 0;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Answered>) => {
      const asked = this.#asked.get(data.number);
      this.#asked.delete(data.number);
      if ('failed' in data) asked?.fail(new Error(data.failed));
      else asked?.done(data);
    };
    // Its file did not come.
    this.#worker.onerror = () => {
      for (const { fail } of this.#asked.values()) fail(new Error('the bots did not come'));
      this.#asked.clear();
    };
  }

  /** Let a bot decide a turn. */
  async turn(asked: Omit<Asked, 'number'>): Promise<readonly number[]> {
    const answer = await this.#ask(asked);
    return 'turn' in answer ? answer.turn : [];
  }

  /** Let a bot think about a turn, and tell what it has found out. */
  async weigh(asked: Omit<Asked, 'number'>): Promise<Weighed> {
    const answer = await this.#ask({ ...asked, weighs: true });
    return 'weighed' in answer ? answer.weighed : { plan: [], tried: [] };
  }

  #ask(asked: Omit<Asked, 'number'>): Promise<Answered> {
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
