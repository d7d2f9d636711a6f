/** The clocks and times that are offered, and how they are called. */
import { botWords } from '../bots/words';
import { m } from '../lib/messages';
import type { Access, Clock, Pace } from '../protocol';
import { duration } from './time';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

export const CLOCKS: readonly (Clock | null)[] = [
  null,
  { turn: 30, reserve: 5 * MINUTE },
  { turn: MINUTE, reserve: 10 * MINUTE },
  { turn: 0, reserve: 20 * MINUTE },
  { turn: DAY, reserve: 0 },
  { turn: 3 * DAY, reserve: 0 },
  { turn: 7 * DAY, reserve: 0 },
];
/** Seconds that somebody may be away. */
export const ABSENCES: readonly number[] = [30, MINUTE, 3 * MINUTE, 10 * MINUTE, DAY];
/** Seconds that somebody may be silent. */
export const SILENCES: readonly number[] = [MINUTE, 3 * MINUTE, 10 * MINUTE, 30 * MINUTE, DAY];

/** What a table begins with. */
export const USUAL_PACE: Pace = { clock: null, absence: MINUTE, silence: 3 * MINUTE, stand_in: null };

/** What is proposed to whoever opens a table: strangers, who find it in the lobby, play by a clock, friends without. */
export const proposed = (access: Access): Pace =>
  access === 'open' ? { ...USUAL_PACE, clock: { turn: MINUTE, reserve: 10 * MINUTE } } : USUAL_PACE;

/** Least seconds of a clock, turn and reserve together, and most of each. */
export const SHORTEST = 5;
export const LONGEST = 14 * DAY;

export const possible = ({ turn, reserve }: Clock): boolean =>
  turn >= 0 && reserve >= 0 && turn + reserve >= SHORTEST && Math.max(turn, reserve) <= LONGEST;

export const same = (one: Clock | null, other: Clock | null): boolean =>
  one?.turn === other?.turn && one?.reserve === other?.reserve;

/** Tell how long people may be away or silent at least: where a turn may take hours, as long as a turn. */
export const least = (clock: Clock | null): number => (clock && clock.turn >= HOUR ? clock.turn : 0);

/** Name a clock in a few words. */
export function clockWords(clock: Clock | null): string {
  if (clock === null) return m.pace_none();
  const [turn, reserve] = [duration(clock.turn, 'short'), duration(clock.reserve, 'short')];
  if (clock.turn === 0) return m.pace_per_game({ time: reserve });
  return clock.reserve === 0 ? m.pace_per_turn({ time: turn }) : m.pace_both({ turn, reserve });
}

/** Say how long a table waits for people, and who plays for them. */
export function paceSentence({ clock, absence, silence, stand_in }: Pace): string {
  const bot = botWords(stand_in ?? '').label;
  const patience = (time: number): string => duration(Math.max(time, least(clock)));
  const waits = m.pace_says_away({ bot, absence: patience(absence), silence: patience(silence) });
  return `${clockSentence(clock, bot)} ${waits}`;
}

function clockSentence(clock: Clock | null, bot: string): string {
  if (clock === null) return m.pace_says_none();
  const [turn, reserve] = [duration(clock.turn), duration(clock.reserve)];
  if (clock.turn === 0) return m.pace_says_game({ reserve, bot });
  return clock.reserve === 0 ? m.pace_says_turn({ turn, bot }) : m.pace_says_both({ turn, reserve, bot });
}
