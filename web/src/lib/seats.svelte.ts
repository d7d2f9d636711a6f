import type { Seated } from '../protocol';
import { forgetDraft } from './drafts';
import { load, onChange, save } from './storage';

/** A seat that this browser holds the token of. */
export interface HeldSeat extends Seated {
  game: string;
  name: string;
  /** Account that has it, without which nobody reaches it; a guest's seat has none. */
  account?: string | undefined;
  /** When it was taken or last opened: milliseconds. */
  at: number;
  /** Version of the table up to which its owner has seen what happened. */
  seen?: number;
}

const KEY = 'eddyline.seats';
const KEPT = 30;

/** The seats this browser holds, newest first. */
class Seats {
  all: readonly HeldSeat[] = $state.raw(load<HeldSeat[]>(KEY, []));

  constructor() {
    onChange(KEY, () => {
      this.all = load<HeldSeat[]>(KEY, []);
    });
  }

  /** Those that whoever uses this browser can play. */
  get guests(): readonly HeldSeat[] {
    return this.all.filter(({ account }) => !account);
  }

  at(table: string): HeldSeat | undefined {
    return this.all.find((seat) => seat.table === table);
  }

  keep(seat: HeldSeat): void {
    this.#write([seat, ...this.all.filter((other) => other.table !== seat.table)].slice(0, KEPT));
  }

  /** Remember up to which version a table has been seen. */
  saw(table: string, seen: number): void {
    if (this.at(table)) this.#write(this.all.map((seat) => (seat.table === table ? { ...seat, seen } : seat)));
  }

  forget(table: string): void {
    forgetDraft(table);
    this.#write(this.all.filter((seat) => seat.table !== table));
  }

  /** Note at which of these tables the seat is an account's. */
  belong(account: string, tables: readonly string[]): void {
    const news = this.all.some((seat) => seat.account !== account && tables.includes(seat.table));
    if (news) this.#write(this.all.map((seat) => (tables.includes(seat.table) ? { ...seat, account } : seat)));
  }

  /** Keep nothing of an account's seats. */
  leave(account: string): void {
    const left = this.all.filter((seat) => seat.account === account);
    if (left.length === 0) return;
    left.forEach(({ table }) => forgetDraft(table));
    this.#write(this.all.filter((seat) => seat.account !== account));
  }

  #write(all: readonly HeldSeat[]): void {
    this.all = all;
    save(KEY, all);
  }
}

export const seats = new Seats();
