import { type TableInfo, WIRE, WIRE_HEADER } from '../protocol';
import { download } from './api';
import { saveFile } from './file';
import { files } from './root';
import { seats } from './seats.svelte';

/** Fetch the record of a table; while the game runs, what everybody at it knows. A guest who has a seat says so, because
 * others may not have all records. */
export async function record(table: string): Promise<Blob> {
  const seat = seats.guests.find((each) => each.table === table);
  if (seat) {
    const headers = { [WIRE_HEADER]: `${WIRE}`, 'Eddyline-Seat': seat.token };
    const answer = await fetch(`${files}/api/tables/${table}/record`, { headers }).catch(() => null);
    if (answer?.ok) return answer.blob();
  }
  return download('GET /api/tables/{table}/record', { table });
}

/** Save the record of a table, as a file. */
export async function saveRecord({ id, game }: TableInfo): Promise<void> {
  saveFile(await record(id), `${game}-${id}.jsonl`);
}
