import type { DrawnMap, GameInfo, Join, MapCheck, NewTable, Problem, QuickSeat, Seated, TableInfo } from '../protocol';
import { fetchRefusals } from './refused';
import { root } from './root';
import { own } from './session.svelte';

/** A request that came to nothing; `code` is the server's, or "offline" when it could not be asked. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    /** What may be asked for instead. */
    readonly suggestion: string | null = null,
  ) {
    super(message);
  }
}

export const games = (): Promise<GameInfo[]> => ask('GET', '/api/games');
/** Which version and build the server runs. */
export const runs = (): Promise<{ version: string; build: string }> => ask('GET', '/health');
export const openTable = (wish: NewTable): Promise<Seated> => ask('POST', '/api/tables', wish);
export const tableInfo = (id: string): Promise<TableInfo> => ask('GET', `/api/tables/${id}`);
export const checkMap = (game: string, text: string): Promise<MapCheck> =>
  ask('POST', `/api/games/${game}/map`, { text } satisfies DrawnMap);
export const quickSeat = (wish: QuickSeat): Promise<Seated> => ask('POST', '/api/lobby/seat', wish);
export const sitDown = (id: string, wish: Join): Promise<Seated> => ask('POST', `/api/tables/${id}/seats`, wish);

export async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await send(method, path, body);
  return (await response.json()) as T;
}

/** Ask the server; rejects with an ApiError that says why it came to nothing. */
export async function send(method: string, path: string, body?: object): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (body) headers.set('Content-Type', 'application/json');
  const session = own.now?.session ?? null;
  if (session) headers.set('Authorization', `Bearer ${session}`);
  let response: Response;
  try {
    response = await fetch(root + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  } catch {
    throw new ApiError('offline', 'The server cannot be reached.', 0);
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  if (problem?.code === 'signed_out') own.lose(session);
  await fetchRefusals();
  throw new ApiError(
    problem?.code ?? 'broken',
    problem?.message ?? response.statusText,
    response.status,
    problem?.suggestion,
  );
}
