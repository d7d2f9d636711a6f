import type { Fate } from '../boards/fate';
import type { TableClient } from '../lib/table.svelte';

/** Asks what may come, once for every question and position, and keeps the answers while they hold. */
export class Answers {
  readonly #client: TableClient;
  /** By the action asked about; '' is none. */
  #known: Readonly<Record<string, Fate | null>> = $state.raw({});
  #asked: readonly string[] = [];

  constructor(client: TableClient) {
    this.#client = client;
  }

  /** Give the answer about the time after an action, or about now; undefined: not known. */
  about(action: string | null): Fate | null | undefined {
    return this.#known[action ?? ''];
  }

  /** Ask, unless it has been done. */
  ask(action: string | null): void {
    if (this.#asked.includes(action ?? '')) return;
    this.#asked = [...this.#asked, action ?? ''];
    this.#client.askFate(action);
  }

  /** Take in the last answer, unless it is about another draft or an older position. */
  hear(): void {
    const { fate: answer, draft } = this.#client;
    if (!answer || !this.#asked.includes(answer.action ?? '')) return;
    if (answer.step !== (draft?.step ?? 0) || answer.version < (draft?.version ?? 0)) return;
    this.#known = { ...this.#known, [answer.action ?? '']: answer.fate };
  }

  /** Forget everything: the position has changed. */
  forget(): void {
    this.#known = {};
    this.#asked = [];
  }
}
