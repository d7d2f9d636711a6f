/** Words what bots did for people, and how a game was stopped. */
import { botWords } from '../bots/words';
import type { Naming } from '../boards/ui';
import { list } from '../lib/words';
import { m } from '../lib/messages';
import type { TableInfo, Update, VoteInfo } from '../protocol';
import { endsWithout, lastLeft } from './people';

/** Say that somebody resigned, or that a bot played for somebody and why; empty for any other update. */
export function played({ bot: id, seat, late, resigned }: Update, you: number | null, name: Naming): string {
  if (seat === null) return '';
  if (!id) return resigned ? (seat === you ? m.pace_resigned_you() : m.pace_resigned_now({ name: name(seat) })) : '';
  const bot = botWords(id).label;
  if (resigned) return seat === you ? m.pace_plays_on_you({ bot }) : m.pace_plays_on({ bot, name: name(seat) });
  if (seat === you) return late ? m.pace_late_you({ bot }) : m.pace_played_you({ bot });
  return late ? m.pace_late({ bot, name: name(seat) }) : m.pace_played({ bot, name: name(seat) });
}

/** Tell whether leaving costs a player something: the game is rated as it is now, and they play with an account. */
export const rates = ({ unrated, seats }: TableInfo, seat: number): boolean =>
  unrated === null && typeof seats[seat]?.account === 'string';

/** Say what resigning costs in a rated game; empty in any other. */
export function resigningCosts(table: TableInfo, seat: number): string {
  if (!rates(table, seat)) return '';
  return endsWithout(table, seat) ? m.pace_resign_rated_now() : m.pace_resign_rated();
}

/** Say who is in favour, and how many have to be. */
export const favour = ({ by, needed }: VoteInfo, { seats }: TableInfo): string =>
  m.pace_favour({ names: list(by.map((seat) => seats[seat]?.name ?? '')), count: by.length, needed });

/** Say how a game that was stopped ended; empty for any other. */
export function ending(table: TableInfo, you: number | null): string {
  if (table.ended === 'agreed') return you === null ? m.pace_agreed() : m.pace_agreed_you();
  if (table.ended === 'closed') return m.pace_closed();
  return table.ended === 'resigned' ? gaveUp(table) : '';
}

/** Name those who have resigned. */
export const gaveUp = ({ seats }: TableInfo): string =>
  m.pace_gave_up({ names: list(seats.filter(({ resigned }) => resigned).map(({ name }) => name)) });

/** List the seats that have won a game that was stopped: nobody, or the only one left. */
export function winners(table: TableInfo): number[] {
  const last = table.ended === 'resigned' ? lastLeft(table) : null;
  return last === null ? [] : [last];
}
