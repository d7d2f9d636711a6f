/** Against whom somebody plays who goes straight to the table; each game remembers what was chosen last. */
import { load, save } from '../lib/storage';
import type { GameInfo } from '../protocol';
import { usualPlayers } from './open';
import { counts, lacking } from './wish';

export interface Opponents {
  readonly bot: string;
  /** The player counts, too. */
  readonly players: number;
}

const KEY = 'eddyline.opponents';

/** List the numbers of players that need no option. */
export const freeCounts = (game: GameInfo): number[] =>
  counts(game).filter((players) => lacking(game, { preset: game.default_preset, players, chosen: {} }).length === 0);

/** Tell what was chosen last, as far as the game still has it. */
export function opponents(game: GameInfo): Opponents {
  const last = load<Record<string, Partial<Opponents>>>(KEY, {})[game.id];
  return {
    bot: game.bots.find((bot) => bot === last?.bot) ?? game.bots[0] ?? '',
    players: freeCounts(game).find((players) => players === last?.players) ?? usualPlayers(game),
  };
}

/** Remember what was chosen. */
export function remember(game: GameInfo, chosen: Opponents): void {
  save(KEY, { ...load<object>(KEY, {}), [game.id]: chosen });
}
