/** Shares of time, for pictures that are drawn moment by moment. */

/** Tell how much of a span has passed: 0 before it, 1 after it. */
export const share = (at: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (at - from) / (to - from)));

/** Begin slowly, and end at full speed. */
export const gather = (part: number): number => part * part;
/** Begin at full speed, and come to rest. */
export const settle = (part: number): number => 1 - (1 - part) ** 2;
/** Begin and end slowly. */
export const sway = (part: number): number => part * part * (3 - 2 * part);
/** Go a little too far, and come back. */
export const overshoot = (part: number): number => 1 + 2.2 * (part - 1) ** 3 + 1.2 * (part - 1) ** 2;
/** Rise and fall: 0 at both ends, 1 in the middle. */
export const hop = (part: number): number => 4 * part * (1 - part);

/** Mix two numbers; `part` 0 is the first. */
export const between = (from: number, to: number, part: number): number => from + (to - from) * part;

/** Follow a list of numbers, each as far from the next as the others; `part` 1 is the last. */
export function along(values: readonly number[], part: number): number {
  const at = part * (values.length - 1);
  const i = Math.min(values.length - 2, Math.floor(at));
  return between(values[i] ?? 0, values[i + 1] ?? values[i] ?? 0, sway(at - i));
}

/** Rock as a canoe does at rest: from -1 to 1. */
export const bob = (at: number, phase = 0): number => Math.sin(at / 330 + phase);
