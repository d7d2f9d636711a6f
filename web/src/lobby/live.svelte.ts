import { Connection, type Link } from '../lib/connection';
import { own } from '../lib/session.svelte';
import type { FromLobby, Listing, Watch } from '../protocol';
import { changed, STEP } from './follow';

export type Question = Omit<Watch, 'type' | 'rows' | 'session'>;

/** The list of tables, as the server shows it to this page. */
export class LiveList {
  rows: readonly Listing[] = $state.raw([]);
  /** Number of the first row. */
  first = $state(0);
  total = $state(0);
  /** Whether the list has come; until then nobody knows whether it is empty. */
  known = $state(false);
  link: Link = $state('connecting');
  /** How far the server's clock is ahead of ours, in seconds. */
  ahead = $state(0);
  #question: Question = {};
  /** What the server was shown of whoever is signed in here. */
  #session: string | null = null;
  readonly #connection: Connection;

  constructor() {
    this.#connection = new Connection('/api/lobby/live', {
      hello: () => this.#asked(),
      heard: (message) => this.#heard(message as FromLobby),
      link: (state) => (this.link = state),
    });
  }

  /** Ask for another part of the list. */
  watch(question: Question): void {
    this.#question = question;
    this.#connection.send(this.#asked());
  }

  close(): void {
    this.#connection.close();
  }

  #asked(): Watch {
    this.#session = own.now?.session ?? null;
    return { type: 'watch', rows: 4 * STEP, session: this.#session, ...this.#question };
  }

  #heard(message: FromLobby): void {
    if (message.type === 'listed') {
      this.rows = message.rows;
      this.first = message.first;
      this.total = message.total;
      this.ahead = message.now - Date.now() / 1000;
      this.known = true;
    } else if (message.type === 'changed') {
      this.rows = changed(this.rows, message);
      this.total = message.total;
    } else if (message.type === 'refused') own.heed(message.code, this.#session);
  }
}
