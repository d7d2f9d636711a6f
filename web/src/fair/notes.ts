import { load, save } from '../lib/storage';

/** What this browser noted of a table's dealing, to compare with what the record says in the end. */
export interface Note {
  readonly table: string;
  /** As it was when this browser first saw the table. */
  readonly commitment: string;
  /** Whether that was before the start. */
  readonly early: boolean;
  /** Seat and own word, once this browser has given one. */
  readonly own: { readonly seat: number; readonly word: string } | null;
}

const KEY = 'eddyline.dealings';
const KEPT = 100;

export const noted = (table: string): Note | undefined =>
  load<readonly Note[]>(KEY, []).find((note) => note.table === table);

/** Write a note, in place of an earlier one of the same table. */
export function write(note: Note): Note {
  const others = load<readonly Note[]>(KEY, []).filter(({ table }) => table !== note.table);
  save(KEY, [note, ...others].slice(0, KEPT));
  return note;
}
