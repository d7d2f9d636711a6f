import type { ToServer, TableInfo } from '../protocol';
import { noted, write } from './notes';

/** What is needed of the client of a table. */
interface Player {
  readonly you: number | null;
  /** The server owes us an answer. */
  readonly waiting: boolean;
  say(message: ToServer): void;
}

/**
 * Note what the server is bound to when a table is seen first; then, while it is open, mix in a word of this browser's
 * own; then, with `start`, start the game. Called for every new state of the table; does one of these at a time.
 */
export function attend(player: Player, table: TableInfo, start: boolean): void {
  const { you } = player;
  const open = table.status === 'open';
  if (!table.dealing) return;
  const { commitment, words } = table.dealing;
  const note = noted(table.id) ?? write({ table: table.id, commitment, early: open, own: null });
  if (!open || player.waiting) return;
  if (you === null) {
    // A seat that was given up has lost its word.
    if (note.own) write({ ...note, own: null });
    return;
  }
  const word = words[you] ?? null;
  if (word === null) mix(player, random());
  else {
    // Noted once the server shows it; another device with this seat may have replaced it.
    if (note.own?.seat !== you || note.own.word !== word) write({ ...note, own: { seat: you, word } });
    if (start && you === table.host) player.say({ type: 'start' });
  }
}

/** Mix in a word for the seat that this browser has; it is noted when the server shows it. */
export function mix(player: Player, word: string): void {
  if (player.you !== null) player.say({ type: 'mix', word });
}

function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
