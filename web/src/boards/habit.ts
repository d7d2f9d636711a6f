/** Knows what was shown lately: what happens often is shown more briefly. */

/** Milliseconds after which something is new again. */
const LATELY = 120_000;
/** What of its time something gets for the first time, the second, and so on. */
const SHARES = [1, 0.8, 0.65, 0.5];

export class Habit {
  readonly #shown = new Map<string, number[]>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Show something once more; answers what of its time it gets. */
  share(what: string): number {
    const now = this.now();
    const lately = (this.#shown.get(what) ?? []).filter((at) => now - at < LATELY);
    this.#shown.set(what, [...lately, now]);
    return SHARES[Math.min(lately.length, SHARES.length - 1)] ?? 1;
  }
}
