import type { TableInfo } from '../protocol';
import { record } from './api';
import { seats } from './seats.svelte';

/** Save the record of a table, as far as this browser's seat may know it, as a file. */
export async function saveRecord({ id, game }: TableInfo): Promise<void> {
  const blob = await record(id, seats.at(id)?.token ?? null);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${game}-${id}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}
