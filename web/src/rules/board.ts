/** Places the board of a game, such as a map of players' own, in modules: each has room for one. */
import type { Compiled } from './compiled';
import { bytes } from './drafting';

const BOARDS = 'boards';

/** Place a board as a server sends it, compressed, in a module that works with boards; null: it has the game's own. */
export async function placeBoard(compiled: Compiled, board: string | null): Promise<void> {
  if (board !== null && BOARDS in compiled.about.placed) compiled.place(BOARDS, await inflated(bytes(board)));
}

async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
