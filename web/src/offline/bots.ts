/** Bots that play without a server: those that were compiled to decide alone, and one that draws. */

import type { GameInfo } from '../protocol';

const MODULES = import.meta.glob<string>('../../../src/eddyline/bots/*/*.wasm', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Where the module of a bot is, by game and name; null: it needs none. */
export const BOTS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = (() => {
  const found: Record<string, Record<string, string | null>> = {};
  for (const [path, url] of Object.entries(MODULES)) {
    const [game = '', file = ''] = path.split('/').slice(-2);
    found[game] = { ...found[game], [file.replace('.wasm', '')]: url };
  }
  return Object.fromEntries(Object.entries(found).map(([game, bots]) => [game, { ...bots, random: null }]));
})();

/** Name the bots that play a game here, on its boards or on a map of players' own, in the same order: the recommended one
 * first. */
export function botsHere(
  { id, bots, board_bound }: Pick<GameInfo, 'id' | 'bots' | 'board_bound'>,
  onMap = false,
): string[] {
  // A list of games that an older page has kept says nothing of that.
  const bound = new Set(board_bound);
  return bots.filter((bot) => bot in (BOTS[id] ?? {}) && !(onMap && bound.has(bot)));
}
