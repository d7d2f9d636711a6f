/** Says in words how the river of a day went. */
import { gameOf } from '../boards';
import { m as common } from '../lib/messages';
import { away, dayOf, hour } from '../lib/region';
import { root } from '../lib/root';
import { streaks } from '../history/calendar';
import type { KeptTitle } from '../offline/kept';
import { nextAt, until } from './day';
import { m } from './messages';
import { type River, riverOf } from './river';
import { daysOf, type Ended, standingOf, type Tries, tries } from './tries';

/** Say how it ended. */
export function outcome({ won, rank, rounds, players }: Ended): string {
  if (rank === null) return m.daily_gave_up();
  if (won) return rounds === null ? m.daily_won() : m.daily_won_in({ count: rounds });
  return rounds === null ? m.daily_place({ rank, players }) : m.daily_place_in({ rank, players, count: rounds });
}

/** Say how a day stands, for the calendar. */
export function dayWords(all: Tries, day: string): string {
  const standing = standingOf(all, day);
  const of = { day: `${dayOf(day)} · ${gameOf(riverOf(day).game).name()}` };
  if (standing.kind === 'open') return m.daily_day_new(of);
  if (standing.kind === 'begun') return m.daily_day_open(of);
  if (standing.kind === 'lost' || standing.ended.rank === null) return m.daily_day_gave_up(of);
  const { won, rank, players } = standing.ended;
  return won ? m.daily_day_won(of) : m.daily_day_played({ ...of, rank, players });
}

/** Say what becomes of the try of a day if its game is deleted; empty for a game that is none, or over. */
export function deletedWords({ id, daily }: Pick<KeptTitle, 'id' | 'daily'>): string {
  const standing = daily?.counts ? standingOf(tries(), daily.day) : null;
  if (!daily || standing?.kind !== 'begun' || standing.game !== id) return '';
  return m.daily_deleted({ day: dayOf(daily.day) });
}

/** Say when the next river comes, to whoever has played this one or has not. */
export function nextRiver(today: string, now: number, done: boolean): string {
  const at = nextAt(today);
  const { count, unit } = until(at, now);
  const when = { away: away(count, unit), time: hour(at) };
  return done ? m.daily_next(when) : m.daily_ends(when);
}

/** Where the river of a day is. */
export const linkTo = (day: string): string => `${location.origin}${root}/daily/${day}`;

/** Write a result to be shared: what it was, how it went, how many days in a row, and where it is. Nothing of the game is told. */
export function resultText({ day, game }: Pick<River, 'day' | 'game'>, ended: Ended, all: Tries): string {
  const { now } = streaks(daysOf(all), day);
  return [
    `${common.app_name()} · ${gameOf(game).name()} · ${m.daily_of({ day: dayOf(day) })}`,
    told(ended),
    ...(now > 1 ? [m.daily_text_streak({ count: now })] : []),
    linkTo(day),
  ].join('\n');
}

function told({ won, rank, players, rounds }: Ended): string {
  if (rank === null) return m.daily_text_gave_up();
  const count = players - 1;
  if (won) return rounds === null ? m.daily_text_won_only({ count }) : m.daily_text_won({ count, rounds });
  return rounds === null ? m.daily_text_place_only({ rank, players }) : m.daily_text_place({ rank, players, rounds });
}
