/** Begins games without a server, from what was chosen or from a file. */
import { effective, type Wish } from '../home/wish';
import type { GameInfo } from '../protocol';
import { fetchRules } from '../rules/modules';
import { hex, hold, keep, keptGame, keptGames, type KeptGame, type KeptSeat, newId, newWord } from './kept';
import { entriesOf, read, RecordError } from './record';
import { OfflineTable, Unplayable } from './table.svelte';

/** Keep a new game, and return its id. */
export function begin(info: GameInfo, wish: Wish, seats: readonly KeptSeat[]): string {
  const { id: game, rules_version: rulesVersion } = info;
  return kept({ game, rulesVersion, preset: wish.preset, options: effective(info, wish), seats });
}

/** Keep another game of the same people, and return its id. */
export const again = ({ game, rulesVersion, preset, options, seats }: KeptGame): string =>
  kept({ game, rulesVersion, preset, options, seats });

function kept(chosen: Pick<KeptGame, 'game' | 'rulesVersion' | 'preset' | 'options' | 'seats'>): string {
  const id = newId();
  keep({ ...chosen, id, word: hex(newWord()), entries: [], over: false, at: Date.now() });
  return id;
}

/** Take in the game of a file, and return its page: one that is over is looked at, and not kept. Rejects with a RecordError
 * for what these rules do not allow. */
export async function opened(text: string, games: readonly GameInfo[]): Promise<string> {
  const game = await readGame(text, games);
  if (!game.over) {
    keep(game);
    return game.id;
  }
  hold(game);
  return `${game.id}/replay`;
}

/** Keep the game of a file, also one that is over, once. Rejects with a RecordError for what these rules do not allow. */
export async function imported(text: string, games: readonly GameInfo[]): Promise<void> {
  const game = await readGame(text, games);
  if (!keptGames().some(({ id }) => same(keptGame(id), game))) keep(game);
}

/** Tell whether two games began alike and went alike. */
const same = (one: KeptGame | null, other: KeptGame): boolean =>
  one !== null &&
  JSON.stringify([one.game, one.word, one.options, one.entries]) ===
    JSON.stringify([other.game, other.word, other.options, other.entries]);

async function readGame(text: string, games: readonly GameInfo[]): Promise<KeptGame> {
  const { players, lines, ...saved } = read(text, games);
  const rules = await fetchRules(saved.game);
  const entries = entriesOf(lines, rules.compiled.actions);
  const seats = players.map((name) => ({ name, bot: null }));
  const game = { ...saved, id: newId(), seats, entries, over: false, at: Date.now() };
  try {
    const { ranking } = new OfflineTable({ game, rules, players: null });
    return { ...game, over: ranking !== null };
  } catch (error) {
    if (!(error instanceof Unplayable)) throw error;
    throw error.entry === null
      ? new RecordError('position', 1)
      : new RecordError('illegal', lines[error.entry]?.[0] ?? 1);
  }
}
