/** Lists games that are over, page by page. */
import type { GamesPage, PlayedGame } from '../protocol';

/** Games as the server gives them; a new question begins a new list, whatever of the old one is still to come. */
export class Listed<Question> {
  games: readonly PlayedGame[] = $state.raw([]);
  loading = $state(false);
  error: unknown = $state.raw(null);
  /** Whether the first page has come. */
  known = $state(false);
  #more: string | null = $state(null);
  #question: Question | null = null;
  readonly #ask: (question: Question, before: string) => Promise<GamesPage>;

  constructor(ask: (question: Question, before: string) => Promise<GamesPage>) {
    this.#ask = ask;
  }

  /** Whether there are games after those that are here. */
  get more(): boolean {
    return this.#more !== null;
  }

  /** Begin a list. What was there stays until the first page of it has come. */
  begin(question: Question): Promise<void> {
    this.#question = question;
    this.#more = null;
    return this.#fetch(question, '');
  }

  /** Fetch the games after those that are here, or what did not come. */
  async go(): Promise<void> {
    if (this.#question !== null) await this.#fetch(this.#question, this.#more ?? '');
  }

  /** Note what has become of a game. */
  change(table: string, changes: Partial<PlayedGame>): void {
    this.games = this.games.map((each) => (each.table === table ? { ...each, ...changes } : each));
  }

  async #fetch(question: Question, before: string): Promise<void> {
    this.loading = true;
    this.error = null;
    try {
      const page = await this.#ask(question, before);
      if (question !== this.#question) return;
      this.games = before ? [...this.games, ...page.games] : page.games;
      this.#more = page.more;
      this.known = true;
    } catch (error) {
      if (question === this.#question) this.error = error;
    } finally {
      if (question === this.#question) this.loading = false;
    }
  }
}
