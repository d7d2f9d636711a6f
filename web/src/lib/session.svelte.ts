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

  constructor() {
    onChange(KEY, () => {
      this.now = load(KEY, null);
    });
  }

  /** Begin a session, or end it. */
  keep(session: Session | null): void {
    this.now = session;
    save(KEY, session);
  }
}

export const own = new Own();
