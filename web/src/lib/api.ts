import { type Problem, type Refused, type Requests, WIRE, WIRE_HEADER } from '../protocol';
import { outdated } from './outdated.svelte';
import { fetchRefusals } from './refused';
import { files } from './root';
import { own } from './session.svelte';

/** A request that came to nothing; `code` is the server's, or "offline" when it could not be asked. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    /** What may be asked for instead. */
    readonly suggestion: string | null = null,
    readonly values: Refused['values'] = {},
  ) {
    super(message);
  }
}

/** What belongs to a request: the values that its address names, those of its query with them; and a body. */
type Given<R extends keyof Requests> = [
  ...(Requests[R] extends { at: infer At } ? [at: At] : []),
  ...(Requests[R] extends { body: infer Body } ? [body: Body] : []),
];

/** Ask something of the server; rejects with an ApiError that says why it came to nothing. */
export async function ask<R extends keyof Requests>(request: R, ...given: Given<R>): Promise<Requests[R]['answer']> {
  const response = await send(request, given);
  return (response.status === 204 ? null : await response.json()) as Requests[R]['answer'];
}

/** Ask for what is to be a file; rejects as `ask` does. */
export async function download<R extends keyof Requests>(request: R, ...given: Given<R>): Promise<Blob> {
  return (await send(request, given)).blob();
}

async function send(request: string, given: readonly unknown[]): Promise<Response> {
  const [method = '', pattern = ''] = request.split(' ');
  const named = method === 'GET' || pattern.includes('{');
  const values = new Map(Object.entries((named && given[0]) || {}));
  const address = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(values.get(name)));
    values.delete(name);
    return value;
  });
  const query = values.size ? `?${new URLSearchParams([...values].map(([name, value]) => [name, String(value)]))}` : '';
  const headers = new Headers({ Accept: 'application/json', [WIRE_HEADER]: `${WIRE}` });
  // The server refuses what pages of other sites could send, too: whatever changes something is JSON.
  const json = method === 'POST' ? JSON.stringify(given[named ? 1 : 0] ?? {}) : null;
  if (json) headers.set('Content-Type', 'application/json');
  const session = own.now?.session ?? null;
  if (session) headers.set('Authorization', `Bearer ${session}`);
  let response: Response;
  try {
    response = await fetch(files + address + query, { method, headers, body: json });
  } catch {
    throw new ApiError('offline', 'The server cannot be reached.', 0);
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as (Problem & Partial<Pick<Refused, 'values'>>) | null;
  own.heed(problem?.code, session);
  outdated.is ||= problem?.code === 'other_version';
  await fetchRefusals();
  throw new ApiError(
    problem?.code ?? 'broken',
    problem?.message ?? response.statusText,
    response.status,
    problem?.suggestion,
    problem?.values,
  );
}
