import type { TableInfo } from '../protocol';
import { send } from './api';
import { saveFile } from './file';

/** Fetch the record of a table; while the game runs, what everybody at it knows. */
export async function record(id: string): Promise<Blob> {
  const response = await send('GET', `/api/tables/${id}/record`);
  return response.blob();
}

/** Save the record of a table, as a file. */
export async function saveRecord({ id, game }: TableInfo): Promise<void> {
  saveFile(await record(id), `${game}-${id}.jsonl`);
}
