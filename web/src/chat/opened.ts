import { seats } from '../lib/seats.svelte';
import type { TableInfo } from '../protocol';
import { ChatClient } from './chat.svelte';

/** Begin to read a table's chat, if there may be anybody to write to. */
export function chatOf(table: TableInfo, you: number | null): ChatClient | null {
  const people = table.seats.filter(({ kind }) => kind === 'human').length;
  return people > 1 || you === null || table.spectators > 0
    ? new ChatClient(table.id, seats.at(table.id)?.token ?? null, table.previous)
    : null;
}
