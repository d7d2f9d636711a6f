import type { Level, SeatInfo, TableInfo } from '../protocol';

/** How somebody at a table stands that has not begun: not connected, here, or ready for the start. */
export type Standing = 'away' | 'here' | 'ready';

/** Whoever starts the game is ready by being here, and bots are as soon as they can play. */
export function standing(table: TableInfo, { seat, kind, online, preparing }: SeatInfo): Standing {
  if (kind === 'bot') return preparing ? 'here' : 'ready';
  if (kind === 'open' || !online) return 'away';
  return seat === table.host || table.ready?.includes(seat) ? 'ready' : 'here';
}

/** Tell whether somebody says that they are ready, or would: a person who does not start the game themselves. */
export const says = (table: TableInfo, { seat, kind }: SeatInfo): boolean => kind === 'human' && seat !== table.host;

/** List who is here and has not said yet that they are ready. */
export const unready = (table: TableInfo): readonly SeatInfo[] =>
  table.seats.filter((seat) => says(table, seat) && standing(table, seat) === 'here');

/** Tell whether the table is full, somebody had to say that they are ready, and all have. */
export const allReady = (table: TableInfo): boolean =>
  table.seats.some((seat) => says(table, seat)) && table.seats.every((seat) => standing(table, seat) === 'ready');

/** Write how strong somebody is, as the lobby does: with a question mark while it is provisional. */
export const levelWords = ({ points, provisional }: Level): string => `${points}${provisional ? '?' : ''}`;
