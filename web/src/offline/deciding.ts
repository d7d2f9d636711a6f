/** Decides a turn with a bot. */
import { CHARACTERS } from '../rivals/characters';
import type { Bot, Position, Rules } from '../rules/rules';
import type { Asked, Weighed } from './asked';

/** A bot at a game of so many seats. */
export interface Player {
  readonly rules: Rules<unknown>;
  readonly position: Position<unknown>;
  /** Null: it draws among what is legal. */
  readonly bot: Bot<unknown> | null;
}

type Wanted = Pick<Asked, 'record' | 'seat' | 'seed' | 'seconds' | 'rollouts' | 'character'>;

/** Decide a whole turn; what is forced is decided without the bot. */
export function turnOf({ rules, position, bot }: Player, wanted: Wanted): number[] {
  const { record, seat, seed, seconds, rollouts, character } = wanted;
  rules.put(position, record);
  bot?.takeAfter(character ? CHARACTERS.indexOf(character) : -1);
  const turn: number[] = [];
  const more = budget(bot?.chunk ?? 0, seconds, rollouts);
  // A turn that is thought about anew, after a theft for example, has no more time than another.
  let planned: readonly number[] = [];
  while (rules.toAct(position) & (1 << seat)) {
    const legal = rules.legal(position, seat);
    if (planned.length === 0) {
      if (legal.length > 1 && bot) planned = bot.plan(rules.bytes(position), seat, seed, more);
      else planned = [legal[Math.floor(Math.random() * legal.length)] ?? 0];
    }
    const [action = -1, ...rest] = planned;
    planned = rest;
    if (!legal.includes(action)) throw new RangeError(`a bot played ${action}, which is not legal`);
    turn.push(action);
    rules.decide(position, seat, action);
  }
  return turn;
}

/** Have a bot think about a turn, and tell what it has found out; one that does not search finds out nothing. */
export function weighedOf({ bot }: Player, { record, seat, seed, seconds, rollouts }: Wanted): Weighed {
  if (!bot) return { plan: [], tried: [] };
  const plan = bot.plan(record, seat, seed, budget(bot.chunk, seconds, rollouts));
  return { plan: bot.chunk ? bot.preferred() : plan, tried: bot.tried() };
}

/** Say how many simulations are still to be made after so many: for a time, or until there were enough. */
function budget(chunk: number, seconds: number, rollouts: number | undefined): (done: number) => number {
  const end = performance.now() + seconds * 1000;
  let left = rollouts ?? 0;
  return (done) => {
    if (rollouts === undefined) return done === 0 || performance.now() < end ? chunk : 0;
    const count = done === 0 ? chunk : Math.min(chunk, Math.max(0, left));
    left -= count;
    return count;
  };
}
