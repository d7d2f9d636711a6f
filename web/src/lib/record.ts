import { download } from './api';
import type { TableInfo } from '../protocol';
import { saveFile } from './file';

/** Fetch the record of a table; while the game runs, what everybody at it knows. */
export const record = (table: string): Promise<Blob> => download('GET /api/tables/{table}/record', { table });

/** Save the record of a table, as a file. */
export async function saveRecord({ id, game }: TableInfo): Promise<void> {
  saveFile(await record(id), `${game}-${id}.jsonl`);
}
