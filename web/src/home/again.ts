/** What a form for a new game begins with, when somebody comes from one that is over and would change something of it. */
import type { Access, GameInfo, Pace, TableInfo } from '../protocol';
import { wishOf, type Wish } from './wish';

export interface Again {
  readonly game: string;
  readonly wish: Wish;
  /** How many bots, and which. */
  readonly bots: number;
  readonly bot: string;
  readonly seconds: number;
  readonly pace: Pace;
  readonly access: Access;
  readonly rated: boolean;
  /** Those of the people, in the order of their seats. */
  readonly names: readonly string[];
}

let wanted: Again | null = null;

/** Have the next form for this game begin as a table was. */
export function wantAgain(info: GameInfo, table: TableInfo): void {
  const bots = table.seats.filter(({ kind }) => kind === 'bot');
  wanted = {
    game: table.game,
    wish: wishOf(info, table, table.seats.length),
    bots: bots.length,
    bot: info.bots.find((bot) => bots.some((seat) => seat.bot === bot)) ?? info.bots[0] ?? '',
    seconds: table.bot_seconds,
    pace: table.pace,
    access: table.access,
    rated: table.unrated !== 'practice',
    names: table.seats.flatMap(({ kind, name }) => (kind === 'human' ? name : [])),
  };
}

/** Take what the form for a game begins with, once; null: with what the game recommends. */
export function takeAgain(game: string): Again | null {
  const taken = wanted?.game === game ? wanted : null;
  wanted = null;
  return taken;
}
