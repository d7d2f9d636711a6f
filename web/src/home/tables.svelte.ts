import { untrack } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';

import { ask } from '../lib/api';
import { seats } from '../lib/seats.svelte';
import { own } from '../lib/session.svelte';
import type { MyTable, OwnTable } from '../protocol';
import { askAbout, seatless, waitingFirst, type Held } from './mine';

const REFRESH = 15_000;
/** Tables are seldom taken elsewhere, and what is asked of friends tells as well that the session has ended. */
const REFRESH_OWN = 60_000;

/** The tables of this browser and of the account, and what goes on there; asked about for as long as somebody looks. */
class Tables {
  #told: ReadonlyMap<string, MyTable> = $state.raw(new Map());
  /** When that was, by performance.now(): the times left are counted on from then. */
  asked = $state(0);
  failed = $state(false);
  #owned: readonly OwnTable[] = $state.raw([]);
  /** Whether it is known which tables are the account's. */
  #owning = $state(false);
  readonly #all: readonly Held[] = $derived([
    ...seats.all,
    ...this.#owned
      .filter(({ table }) => !seats.at(table))
      .map((each) => ({ ...each, token: null, name: own.now?.name ?? '' })),
  ]);
  /** Those that wait for us first, with the least time left before the others. */
  readonly #sorted = $derived(waitingFirst(this.#all, this.#told));
  readonly #look = createSubscriber(() => $effect.root(() => this.#attend()));

  get all(): readonly Held[] {
    this.#look();
    return this.#sorted;
  }

  /** Whether it has been told of all tables. */
  get known(): boolean {
    return this.#owning && this.all.every(({ table }) => this.#told.has(table));
  }

  get waiting(): readonly Held[] {
    return this.all.filter(({ table }) => this.#told.get(table)?.yours);
  }

  /** What goes on at a table, as far as it has been told. */
  at = (table: string): MyTable | undefined => this.#told.get(table);

  /** Whether the account has a seat there; else only this browser knows of it. */
  owns = (table: string): boolean => this.#owned.some((each) => each.table === table);

  #attend(): void {
    $effect(() => {
      this.#owned = [];
      this.#owning = !own.now;
      if (!own.now) return undefined;
      return regularly(REFRESH_OWN, async (over) => {
        const { account, tables } = await ask('GET /api/me');
        if (over()) return;
        this.#owned = tables;
        this.#owning = true;
        seats.belong(
          account,
          tables.map(({ table }) => table),
        );
      });
    });
    /** Which seats there are, so that a table that was added or forgotten is asked about at once. */
    const held = $derived(this.#all.map(({ table }) => table).join(' '));
    $effect(() => {
      if (held === '') return undefined;
      return regularly(REFRESH, async (over) => {
        const answer = await askAbout(untrack(() => this.#all)).catch(() => null);
        if (over()) return;
        this.failed = answer === null;
        if (answer === null) return;
        this.#told = answer;
        this.asked = performance.now();
        this.#owned = this.#owned.filter(({ table }) => !seatless(answer.get(table)));
        for (const { table } of seats.all) {
          const told = answer.get(table);
          // That a table is gone is said once, where only this browser knows of it.
          if (seatless(told) && told?.status !== 'gone') seats.forget(table);
        }
      });
    });
  }
}

/** Ask now, from time to time, and when the page is seen or connected again; return what ends that. */
function regularly(every: number, ask: (over: () => boolean) => Promise<void>): () => void {
  let over = false;
  function again(): void {
    if (!document.hidden) ask(() => over).catch(() => undefined); // What was told before will do.
  }
  again();
  const timer = setInterval(again, every);
  document.addEventListener('visibilitychange', again);
  addEventListener('online', again);
  return () => {
    over = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', again);
    removeEventListener('online', again);
  };
}

export const tables = new Tables();
