/** Fetches the pieces of the expansion modules for tables that play with any: the base game does without. */
class Spirits {
  /** Null until they have come. */
  pieces: typeof import('./spirits') | null = $state.raw(null);

  async fetch(): Promise<void> {
    this.pieces ??= await import('./spirits');
  }
}

export const spirits = new Spirits();
