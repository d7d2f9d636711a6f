/** Fetches what the first picture does without. */
class Fetched<Pieces> {
  /** Null until they have come. */
  pieces: Pieces | null = $state.raw(null);

  constructor(private readonly load: () => Promise<Pieces>) {}

  async fetch(): Promise<void> {
    this.pieces ??= await this.load();
  }
}

/** The pieces of the expansion modules, for tables that play with any: the base game does without. */
export const spirits = new Fetched(() => import('./spirits'));

/** The landscape; until it is there, its bed stands for it. */
export const painting = new Fetched(() => import('./painting'));
