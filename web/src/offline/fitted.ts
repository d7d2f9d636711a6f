/** Has a server read what these rules cannot: a position that a game began with, or a map of players' own. */
import { ApiError, ask } from '../lib/api';
import { site } from '../lib/root';
import type { Beginning } from '../protocol';
import { placeBoard } from '../rules/board';
import type { Rules } from '../rules/rules';
import { setsUp } from '../rules/setup';
import type { KeptGame } from './kept';
import { RecordError } from './record';

/** What tells how a game begins. */
type Begins = Pick<KeptGame, 'game' | 'options' | 'seats' | 'position' | 'from'>;

/** Place the board of a game in rules that it has for itself, and return the game with all that they need to begin it.
 * Rejects with a RecordError: without a server such a game is not opened, unless it was before. */
export async function fitted<T extends Begins>(rules: Rules<unknown>, game: T): Promise<T> {
  const { about } = rules.compiled;
  if (!game.position && setsUp(about, game.options)) return game;
  const from = game.from?.rules === about.sources ? game.from : await told(game);
  if (from.rules !== about.sources) throw new RecordError('other_rules', 1);
  await placeBoard(rules.compiled, from.board);
  return { ...game, from };
}

async function told({ game, seats, options, position }: Begins): Promise<Beginning> {
  if (site) throw new RecordError('position', 1);
  const begins = position ? { position: { ...position } } : { options: { ...options } };
  try {
    return await ask('POST /api/games/{game}/begin', { game }, { players: seats.length, ...begins });
  } catch (cause) {
    const away = cause instanceof ApiError && cause.code === 'offline';
    throw new RecordError(away ? 'position' : 'refused', 1, { cause });
  }
}
