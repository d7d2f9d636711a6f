import { botWords } from '../bots/words';
import { away, number } from '../lib/region';
import { trouble } from '../lib/words';
import { m as common } from '../lib/messages';
import type { EntrantInfo, TournamentInfo, TournamentLine } from '../protocol';
import { m } from './messages';

/** Say how far a tournament is. */
export function progress({ status, round, rounds }: Pick<TournamentLine, 'status' | 'round' | 'rounds'>): string {
  if (status === 'open') return m.cup_open();
  return status === 'over' ? m.cup_over() : m.cup_running({ round: Math.max(round, 1), rounds });
}

/** Say how many have entered, and of how many. */
export const taken = ({ entrants, limit }: Pick<TournamentLine, 'entrants' | 'limit'>): string =>
  limit === null ? m.cup_entrants({ count: entrants }) : m.cup_taken({ count: entrants, limit });

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const;

/** Say how far away something is: "in 3 days". Of each unit there are at least two, but for seconds. */
export function ahead(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= 2 * length) ?? (['seconds', 1] as const);
  return away(Math.round(seconds / length), unit);
}

/** Name a round, counted from 0. */
export const roundName = ({ format, rounds }: TournamentInfo, round: number): string =>
  format === 'groups' && round === rounds - 1 ? m.cup_final() : m.cup_round({ number: round + 1 });

/** Write a score with two digits. */
export const points = (score: number): string => number(score, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Say what kind of bot somebody is, and whose; nothing of a person. */
export function kindOf({ bot, owner, owner_name }: EntrantInfo): string {
  if (owner_name) return m.cup_bot_of({ name: owner_name });
  return bot ? m.cup_bot_kind({ bot: botWords(bot).label }) : owner ? common.app_seat_bot() : '';
}

/** Say why nothing came of it. */
export const told = (error: unknown): string =>
  trouble(error, {
    signed_out: m.cup_needs_account,
    too_few: m.cup_few,
    wrong_password: m.cup_password_wrong,
  });
