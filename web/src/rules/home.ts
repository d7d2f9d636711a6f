/** Brings the rules of a game home, and drafts turns by them. */
import type { Position } from '../protocol';
import { bytes, Drafting } from './drafting';
import { Rules } from './rules';

const MODULES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('../../../src/eddyline/games/*/game.wasm', {
      eager: true,
      query: '?url',
      import: 'default',
    }),
  ).map(([path, url]) => [path.split('/').at(-2) ?? '', url]),
);

/** Fetch the rules for positions of a game like this one; rejects if ours are not those that the server has. */
export async function bringHome(game: string, { rules, board }: Position): Promise<Drafting> {
  const url = MODULES[game];
  if (url === undefined) throw new TypeError(`there are no rules of ${game} here`);
  const answer = await fetch(url);
  if (!answer.ok) throw new TypeError(`expected the rules of ${game}, got ${answer.status}`);
  return drafting(await answer.arrayBuffer(), rules, board);
}

/** Load rules that are to have a digest, with a board of their own if there is one. */
export async function drafting(module: BufferSource, digest: string, board: string | null): Promise<Drafting> {
  const rules = await Rules.bare(module);
  const { game, sources } = rules.compiled.about;
  if (sources !== digest) throw new TypeError(`expected rules of ${game} with digest ${digest}, got ${sources}`);
  if (board !== null) rules.compiled.place('boards', await inflated(bytes(board)));
  return new Drafting(rules);
}

async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
