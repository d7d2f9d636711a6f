/** A seat as the end of a game ranks it. */
export interface Ranked {
  readonly seat: number;
  /** Null: the game was stopped, and nobody is ranked. */
  readonly rank: number | null;
  readonly won: boolean;
  readonly name: string;
  /** How it stood, in words. */
  readonly note: string;
}
