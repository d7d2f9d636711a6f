import { Connection, type Link } from '../lib/connection';
import { patched } from '../lib/delta';
import { fetchRefusals, inWords } from '../lib/refused';
import type { FromTournament, TournamentInfo } from '../protocol';

/** A tournament, as the server shows it to this page. */
export class LiveTournament {
  /** Null until it has come. */
  info: TournamentInfo | null = $state.raw(null);
  link: Link = $state('connecting');
  /** Whether there is no such tournament. */
  missing = $state(false);
  /** Why it cannot be shown. */
  refused = $state('');
  readonly #connection: Connection;

  constructor(id: string) {
    this.#connection = new Connection(`/api/tournaments/${encodeURIComponent(id)}/live`, {
      hello: () => ({ type: 'ping' }),
      heard: (message) => this.#heard(message as FromTournament),
      link: (state) => (this.link = state),
    });
  }

  /** Ask again at once. */
  retry(): void {
    this.#connection.retry();
  }

  close(): void {
    this.#connection.close();
  }

  #heard(message: FromTournament): void {
    if (message.type === 'delta') {
      this.info = patched(this.info, message.patch) as TournamentInfo;
      this.refused = '';
    } else if (message.type === 'refused') {
      this.missing = message.code === 'unknown';
      void fetchRefusals().then(() => (this.refused = inWords(message)));
    }
  }
}
