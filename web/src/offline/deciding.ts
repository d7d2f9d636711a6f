/** Decides a turn with a bot. */
import { CHARACTERS } from '../rivals/characters';
import type { Bot, Position, Rules } from '../rules/rules';
import type { Asked } from './asked';

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
  const end = performance.now() + seconds * 1000;
  let left = rollouts ?? 0;
  function more(done: number): number {
    const chunk = bot?.chunk ?? 0;
    if (rollouts === undefined) return done === 0 || performance.now() < end ? chunk : 0;
    const count = done === 0 ? chunk : Math.min(chunk, Math.max(0, left));
    left -= count;
    return count;
  }
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
