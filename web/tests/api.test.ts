import { beforeEach, describe, expect, test, vi } from 'vitest';

import { ApiError, ask, download } from '../src/lib/api';
import { outdated } from '../src/lib/outdated.svelte';
import { own } from '../src/lib/session.svelte';
import { WIRE, WIRE_HEADER } from '../src/protocol';

/** What was asked of the server. */
let asked: { address: string; init: RequestInit }[] = [];

function answers(response: () => Response): void {
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked.push({ address, init });
    return Promise.resolve(response());
  });
}

const problem = (status: number, code: string): Response => Response.json({ code, message: 'No.' }, { status });

beforeEach(() => {
  asked = [];
  own.keep(null);
});

describe('a request', () => {
  test('names its values in the address, encoded, and all others in the query', async () => {
    answers(() => Response.json({ rows: [] }));
    await ask('GET /api/ratings/{game}/{family}', { game: 'niagara', family: 'a/b', first: 20 });
    expect(asked[0]?.address).toBe('/api/ratings/niagara/a%2Fb?first=20');
    expect(asked[0]?.init).toMatchObject({ method: 'GET', body: null });
  });

  test('carries its body as JSON, whether or not its address names something', async () => {
    answers(() => Response.json({}));
    await ask('POST /api/games/{game}/map', { game: 'canyon' }, { text: 'a map' });
    await ask('POST /api/sessions/recovery', { name: 'Ann', code: 'c', password: 'p', device: '' });
    expect(asked.map(({ init }) => JSON.parse(init.body as string) as unknown)).toEqual([
      { text: 'a map' },
      { name: 'Ann', code: 'c', password: 'p', device: '' },
    ]);
  });

  test('that changes something is JSON even without a body: the server refuses what is not', async () => {
    answers(() => new Response(null, { status: 204 }));
    expect(await ask('POST /api/tournaments/{tournament}/start', { tournament: 'T1' })).toBeNull();
    expect(new Headers(asked[0]?.init.headers).get('Content-Type')).toBe('application/json');
    expect(asked[0]?.init.body).toBe('{}');
  });

  test('says which version of the protocol it knows', async () => {
    answers(() => Response.json([]));
    await ask('GET /api/games');
    expect(new Headers(asked[0]?.init.headers).get(WIRE_HEADER)).toBe(`${WIRE}`);
  });

  test('says who asks', async () => {
    own.keep({ account: 'A', name: 'Ann', session: 'S' });
    answers(() => Response.json([]));
    await ask('GET /api/games');
    expect(new Headers(asked[0]?.init.headers).get('Authorization')).toBe('Bearer S');
  });

  test('may be answered with a file', async () => {
    answers(() => new Response('a line\n'));
    const file = await download('GET /api/tables/{table}/record', { table: 'T1' });
    expect(await file.text()).toBe('a line\n');
  });
});

describe('a request that comes to nothing', () => {
  test('says what the server says', async () => {
    answers(() => problem(409, 'full'));
    const error: unknown = await ask('GET /api/games').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'full', message: 'No.', status: 409 });
  });

  test('signs out a browser whose session has ended', async () => {
    own.keep({ account: 'A', name: 'Ann', session: 'S' });
    answers(() => problem(401, 'signed_out'));
    await expect(ask('GET /api/me')).rejects.toThrow('No.');
    expect(own.now).toBeNull();
  });

  test('says that the page is outdated where the server is of another version', async () => {
    answers(() => problem(409, 'other_version'));
    await expect(ask('GET /api/games')).rejects.toThrow('No.');
    expect(outdated.is).toBe(true);
    outdated.is = false;
  });

  test('says so where the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(ask('GET /api/games')).rejects.toMatchObject({ code: 'offline', status: 0 });
  });

  test('says so where something else than the server answers', async () => {
    answers(() => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    await expect(ask('GET /api/games')).rejects.toMatchObject({ code: 'broken', message: 'Bad Gateway' });
  });
});
