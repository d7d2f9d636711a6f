import type { TableInfo } from '../protocol';
import { send } from './api';

/** Fetch the record of a table; while the game runs, what everybody at it knows. */
export async function record(id: string): Promise<Blob> {
  const response = await send('GET', `/api/tables/${id}/record`);
  return response.blob();
}

/** Save the record of a table, as a file. */
export async function saveRecord({ id, game }: TableInfo): Promise<void> {
  const blob = await record(id);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${game}-${id}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}
