import { untrack } from 'svelte';

import { ask } from '../lib/api';
import { own } from '../lib/session.svelte';
import { m } from './messages';
import type { Friend, Friends } from '../protocol';
import type { Instead } from '../lib/words';
import { told } from './told';

/** How somebody stands to us. */
export type Standing = 'none' | 'friends' | 'asking' | 'asked' | 'blocked';

const LISTS = ['friends', 'asking', 'asked', 'blocked'] as const;

/** The friends of the account that is signed in here, as the server told them last; the same wherever they are shown. */
class Circle {
  known: Friends | null = $state.raw(null);
  /** Why the last thing came to nothing. */
  problem = $state('');
  /** What was done last. */
  done = $state('');
  busy = $state(false);
  #account: string | null = null;
  #asking: Promise<unknown> | null = null;

  /** Ask the server how it is now; whoever shows this asks as soon as it is shown. With `news`, also if it was just asked. */
  load(news = false): void {
    const account = own.now?.account ?? null;
    untrack(() => {
      if (account !== this.#account) {
        this.#account = account;
        this.known = null;
        this.problem = this.done = '';
        this.#asking = null;
      }
      if (news && this.#asking) void this.#asking.then(() => this.load());
      if (account && !this.#asking) this.#asking = this.#look(account).finally(() => (this.#asking = null));
    });
  }

  async #look(account: string): Promise<void> {
    try {
      const now = await ask('GET /api/me/friends');
      if (account === this.#account && !this.busy) this.#know(now);
      if (this.known) this.problem = '';
    } catch (error) {
      // What was known before is better than nothing.
      if (account === this.#account && !this.known) this.problem = told(error);
    }
  }

  #know(now: Friends): void {
    this.known = now;
    own.asking = now.asking.length;
  }

  standing(account: string): Standing {
    return LISTS.find((list) => this.known?.[list].some((friend) => friend.account === account)) ?? 'none';
  }

  /** Ask somebody by name; return whether that could be done. */
  askFor(name: string): Promise<boolean> {
    if (name.toLocaleLowerCase() === own.now?.name.toLocaleLowerCase()) {
      this.done = '';
      this.problem = m.friends_yourself();
      return Promise.resolve(false);
    }
    const same = (friend: Friend): boolean => friend.name.toLocaleLowerCase() === name.toLocaleLowerCase();
    return this.#act(
      () => ask('POST /api/me/friends', { name }),
      ({ friends, asked }) => {
        const found = friends.find(same);
        return found ? m.friends_done_friends(found) : m.friends_done_asked(asked.find(same) ?? { name });
      },
    );
  }

  ask({ account, name }: Friend): Promise<boolean> {
    return this.#act(
      () => ask('POST /api/me/friends', { account }),
      ({ friends }) =>
        friends.some((friend) => friend.account === account)
          ? m.friends_done_friends({ name })
          : m.friends_done_asked({ name }),
    );
  }

  end({ account, name }: Friend): Promise<boolean> {
    return this.#act(
      () => ask('DELETE /api/me/friends/{account}', { account }),
      () => m.friends_done_ended({ name }),
    );
  }

  block({ account, name }: Friend): Promise<boolean> {
    return this.#act(
      () => ask('POST /api/me/blocked', { account }),
      () => m.friends_done_blocked({ name }),
    );
  }

  unblock({ account, name }: Friend): Promise<boolean> {
    return this.#act(
      () => ask('DELETE /api/me/blocked/{account}', { account }),
      () => m.friends_done_unblocked({ name }),
    );
  }

  /** Call a friend to a table where one sits. */
  call({ account }: Friend, table: string): Promise<boolean> {
    return this.#act(
      () => ask('POST /api/tables/{table}/calls', { table }, { account }),
      () => '',
      { too_fast: m.friends_call_often },
    );
  }

  /** Tell whoever has called to a table that one does not come now. */
  notNow(table: string): Promise<boolean> {
    return this.#act(
      () => ask('DELETE /api/me/calls/{called_to}', { called_to: table }),
      () => '',
    );
  }

  async #act(what: () => Promise<Friends>, said: (now: Friends) => string, instead: Instead = {}): Promise<boolean> {
    const account = this.#account;
    this.busy = true;
    this.problem = this.done = '';
    try {
      const now = await what();
      // Somebody else may have signed in meanwhile.
      if (account !== this.#account) return false;
      this.#know(now);
      this.done = said(now);
      return true;
    } catch (error) {
      this.problem = told(error, instead);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

export const circle = new Circle();
