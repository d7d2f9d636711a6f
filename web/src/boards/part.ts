/** Give the only seat of several that an event speaks of; null: it speaks of more, or of nobody. */
export const only = ([seat, ...others]: readonly number[]): number | null =>
  seat === undefined || others.length > 0 ? null : seat;
