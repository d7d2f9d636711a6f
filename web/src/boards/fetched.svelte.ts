/** Fetches what the first picture does without; whoever shows it sees when it has come. */
export class Fetched<Pieces> {
  /** Null until they have come. */
  pieces: Pieces | null = $state.raw(null);

  constructor(private readonly load: () => Promise<Pieces>) {}

  async fetch(): Promise<Pieces> {
    return (this.pieces ??= await this.load());
  }
}
