import { seats } from './seats.svelte';
import { load, onChange, save } from './storage';

/** The account that this browser is signed in to. */
export interface Session {
  /** Public id. */
  readonly account: string;
  readonly name: string;
  /** Secret. */
  readonly session: string;
}

const KEY = 'eddyline.session';

class Own {
  now: Session | null = $state.raw(load(KEY, null));
  /** Name of an account that was signed out here, though not by this page; until somebody signs in or puts it away. */
  ended: string | null = $state(null);

  /** How many people would like to be friends with the account, as far as this page has been told. */
  asking = $state(0);

  constructor() {
    onChange(KEY, () => {
      const before = this.now;
      this.#become(load(KEY, null));
      if (before && !this.now) this.ended = before.name;
    });
  }

  /** Begin a session, or end it. */
  keep(session: Session | null): void {
    this.#become(session);
    save(KEY, session);
  }

  /** The server has refused something to a session that it was shown: tell whether that means that it does not hold any more. */
  heed(code: string | undefined, session: string | null): boolean {
    const before = this.now;
    const over = code === 'signed_out' || code === 'suspended';
    if (!over || !before || before.session !== session) return over;
    this.keep(null);
    this.ended = before.name;
    return true;
  }

  #become(session: Session | null): void {
    if (this.now && this.now.account !== session?.account) seats.leave(this.now.account);
    if (this.now?.account !== session?.account) this.asking = 0;
    this.now = session;
    this.ended = null;
  }
}

export const own = new Own();
