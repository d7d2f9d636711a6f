/** Brings the rules of a game home, and drafts turns by them. */
import type { Position } from '../protocol';
import { placeBoard } from './board';
import { Drafting } from './drafting';
import { fetchRules } from './modules';
import { Rules } from './rules';

/** Fetch the rules for positions of a game like this one; rejects if ours are not those that the server has. */
export async function bringHome(game: string, position: Position): Promise<Drafting> {
  return fitted(await fetchRules(game), position);
}

/** Load rules that are to have a digest, with a board of their own if there is one. */
export async function drafting(module: BufferSource, digest: string, board: string | null): Promise<Drafting> {
  return fitted(await Rules.bare(module), { rules: digest, board });
}

async function fitted(rules: Rules<unknown>, wanted: Pick<Position, 'rules' | 'board'>): Promise<Drafting> {
  const { game, sources } = rules.compiled.about;
  if (sources !== wanted.rules) {
    throw new TypeError(`expected rules of ${game} with digest ${wanted.rules}, got ${sources}`);
  }
  await placeBoard(rules.compiled, wanted.board);
  return new Drafting(rules);
}
