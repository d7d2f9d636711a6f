/** What rivals remember of somebody who plays in this browser: the last game with each of them, by game. */
import { load, save } from '../lib/storage';
import type { Character } from '../protocol';

/** What happened between the two. */
export interface Last {
  readonly table: string;
  /** They took a gem of yours, or you one of theirs. */
  readonly tookYours?: boolean;
  readonly lostToYou?: boolean;
  readonly won?: 'you' | 'they';
}

type Kept = Readonly<Record<string, Readonly<Partial<Record<Character, Last>>>>>;

const KEY = 'eddyline.rivals';

/** Tell what a character remembers of a table before this one; null: nothing. */
export function remembered(game: string, character: Character, table: string): Last | null {
  const last = load<Kept>(KEY, {})[game]?.[character];
  return last && last.table !== table ? last : null;
}

/** Have a character remember something of a table, and forget the one before. */
export function remember(game: string, character: Character, table: string, what: Omit<Last, 'table'>): void {
  const kept = load<Kept>(KEY, {});
  const last = kept[game]?.[character];
  const known = last?.table === table ? last : { table };
  save(KEY, { ...kept, [game]: { ...kept[game], [character]: { ...known, ...what } } });
}
