/** Begins games without a server, from what was chosen or from a file. */
import { effective, type Wish } from '../home/wish';
import type { GameInfo } from '../protocol';
import { met } from '../rivals/characters';
import { fetchRules } from '../rules/modules';
import { fitted } from './fitted';
import { heldTitles, hex, hold, keep, keptGame, keptGames, type KeptGame, type KeptSeat, newId, newWord } from './kept';
import { entriesOf, read, RecordError } from './record';
import { OfflineTable, Unplayable } from './table.svelte';

/** How a game was set up, but for chance. */
type Chosen = Pick<KeptGame, 'game' | 'rulesVersion' | 'preset' | 'options' | 'seats' | 'position' | 'from'> &
  Partial<Settled>;
/** The chance of a game that is the same for everybody, and for whom it is. */
type Settled = Pick<KeptGame, 'word' | 'drawn' | 'daily'>;

/** Keep a new game, and return its id. */
export const begin = (info: GameInfo, wish: Wish, seats: readonly KeptSeat[], settled?: Settled): string =>
  kept({ ...chosen(info, wish, seats), ...settled });

/** Keep a new game on a map of somebody's own, which a server reads, and return its id. Rejects with a RecordError. */
export async function beginOnMap(info: GameInfo, wish: Wish, seats: readonly KeptSeat[]): Promise<string> {
  return kept(await fitted(await fetchRules(info.id), chosen(info, wish, seats)));
}

function chosen(info: GameInfo, wish: Wish, seats: readonly KeptSeat[]): Chosen {
  const { id: game, rules_version: rulesVersion } = info;
  return { game, rulesVersion, preset: wish.preset, options: effective(info, wish), seats };
}

/** Keep another game of the same people, and return its id; one that began with a position begins with it again, and
 * the river of a day is the same once more, but counts no more. */
export const again = ({ game, rulesVersion, preset, options, seats, position, from, ...of }: KeptGame): string =>
  kept({
    ...{ game, rulesVersion, preset, options, seats },
    ...(position && { position }),
    ...(from && { from }),
    ...(of.daily && { word: of.word, drawn: of.drawn, daily: { ...of.daily, counts: false } }),
  });

function kept(begins: Chosen): string {
  const id = newId();
  const word = begins.position ? null : (begins.word ?? hex(newWord()));
  keep({ ...begins, id, word, entries: [], over: false, at: Date.now() });
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
  const before = heldTitles().find((other) => same(other, game));
  if (!before) hold(game);
  return `${(before ?? game).id}/replay`;
}

/** Keep the game of a file, also one that is over, once; `ended`: when it did, if its file does not say it. Rejects with a RecordError for what these rules do not allow. */
export async function imported(text: string, games: readonly GameInfo[], ended?: number): Promise<boolean> {
  const game = await readGame(text, games, ended);
  const isNew = !keptGames().some(({ id }) => same(keptGame(id), game));
  if (isNew) keep(game);
  return isNew;
}

/** Tell whether two games began alike and went alike. */
const same = (one: KeptGame | null, other: KeptGame): boolean =>
  one !== null &&
  JSON.stringify([one.game, one.word, one.position, one.options, one.entries]) ===
    JSON.stringify([other.game, other.word, other.position, other.options, other.entries]);

/** `known`: when it ended, if its file does not say it. */
async function readGame(text: string, games: readonly GameInfo[], known?: number): Promise<KeptGame> {
  const { players, lines, ended = known, ...saved } = read(text, games);
  const rules = await fetchRules(saved.game);
  const entries = entriesOf(lines, rules.compiled.actions);
  const portraits = met(players);
  const seats = players.map((name, seat) => ({ name, bot: null, portrait: portraits[seat] ?? null }));
  const game: KeptGame = await fitted(rules, {
    ...saved,
    id: newId(),
    seats,
    entries,
    over: false,
    at: ended ?? Date.now(),
    imported: ended === undefined ? true : 'dated',
  });
  try {
    const { result } = new OfflineTable({ game, rules, players: null });
    return { ...game, over: result !== null, result };
  } catch (error) {
    if (!(error instanceof Unplayable)) throw error;
    throw error.entry === null
      ? new RecordError('other_rules', 1)
      : new RecordError('illegal', lines[error.entry]?.[0] ?? 1);
  }
}
