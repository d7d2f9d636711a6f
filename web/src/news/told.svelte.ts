import { ask } from '../lib/api';
import { own } from '../lib/session.svelte';
import { load, save } from '../lib/storage';
import type { Announcement, Renaming } from '../protocol';

const KEY = 'eddyline.news';

/** What the operator of the server announces, and says to whoever is signed in here. */
class Told {
  /** What its reader has not put away; as it was when it came. */
  announcement: Announcement | null = $state.raw(null);
  /** When that was, by performance.now(); its seconds count from then. */
  at = $state(0);
  renaming: Renaming | null = $state.raw(null);

  hear(announcement: Announcement): void {
    const { number, text, restart } = announcement;
    const there = text !== null || restart !== null;
    this.announcement = there && load(KEY, 0) !== number ? announcement : null;
    this.at = performance.now();
  }

  /** Ask the server; what was told before will do where it does not answer. */
  async look(): Promise<void> {
    const account = own.now?.account;
    const { announcement, renaming, name } = await ask('GET /api/news');
    this.hear(announcement);
    if (own.now?.account !== account) return;
    this.renaming = renaming;
    if (own.now && name !== null && name !== own.now.name) own.keep({ ...own.now, name });
  }

  /** Show an announcement no more in this browser. */
  putAway(): void {
    if (this.announcement) save(KEY, this.announcement.number);
    this.announcement = null;
  }

  /** Show the news of one's name no more, on no device. */
  async putNameAway(): Promise<void> {
    this.renaming = null;
    await ask('DELETE /api/me/renaming').catch(() => undefined); // It is told once more, then.
  }
}

export const told = new Told();
