/** Writes the games of this browser into one file, and takes such a file apart again. */
import type { GameInfo } from '../protocol';
import { fetchRules } from '../rules/modules';
import { keptGame, keptGames } from './kept';
import { written } from './record';
import { OfflineTable } from './table.svelte';

/** Write all games that are over, one after the other: JSON Lines, as in a file of one; `left`: how many are of rules that
 * are not played here any more, whose turns nobody could read. */
export async function allWritten(infos: readonly GameInfo[]): Promise<{ text: string; count: number; left: number }> {
  const games = keptGames().flatMap(({ id, over }) => (over ? (keptGame(id) ?? []) : []));
  const known = games.filter(({ game, rulesVersion }) =>
    infos.some(({ id, rules_version }) => id === game && rules_version === rulesVersion),
  );
  const texts: string[] = [];
  for (const game of known) {
    const rules = await fetchRules(game.game);
    // Games that were kept before results were noted have none.
    const result = game.result ?? new OfflineTable({ game, rules, players: null }).result;
    texts.push(written(game, rules.compiled.actions, result?.ranking ?? null));
  }
  return { text: texts.join(''), count: texts.length, left: games.length - texts.length };
}

/** Take a file of one or more games apart: each begins with the line that says what it is. */
export function eachOf(text: string): string[] {
  const games: string[] = [];
  for (const line of text.split(/^/m)) {
    if (games.length === 0 || begins(line)) games.push(line);
    else games[games.length - 1] += line;
  }
  return games;
}

function begins(line: string): boolean {
  if (!line.includes('"eddyline"')) return false;
  try {
    return 'eddyline' in (JSON.parse(line) as object);
  } catch {
    // Whoever reads that game says what is wrong with it.
    return false;
  }
}
