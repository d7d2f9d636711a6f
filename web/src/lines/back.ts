/** The way from a line back to the game that it leaves. */
import type { Line } from '../offline/kept';

/** Return the path of the game where somebody left it, with what they saw of it. */
export function wayBack({ of, turn, left }: Line): string {
  const seat = left?.seat ?? null;
  const query = new URLSearchParams({
    turn: `${left?.turn ?? turn}`,
    ...(seat !== null && { seat: `${seat + 1}` }),
  });
  return `${of}/replay?${query}`;
}
