import type { TableInfo } from '../protocol';
import { record } from './api';

/** Save the record of a table, as a file. */
export async function saveRecord({ id, game }: TableInfo): Promise<void> {
  const blob = await record(id);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${game}-${id}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}
