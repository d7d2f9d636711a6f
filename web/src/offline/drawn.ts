/** Draws all that is chance in a game from one seed, so that it goes alike on every device. */
/** What chance follows from. */
export interface Drawn {
  /** A word, in hexadecimal. */
  readonly seed: string;
  /** How many simulations a bot that searches makes for a turn: seconds would be more of them on a faster machine. */
  readonly rollouts: number;
}

/** A game of which words of chance were dealt, perhaps. */
interface Dealt {
  readonly drawn?: Drawn | undefined;
  readonly entries: readonly object[];
}

const GOLDEN = 0x9e3779b97f4a7c15n;

/** Draw a word from a seed, by its number: SplitMix64. */
export function wordOf(seed: bigint, number: number): bigint {
  const cut = (value: bigint): bigint => BigInt.asUintN(64, value);
  let word = cut(seed + BigInt(number + 1) * GOLDEN);
  word = cut((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n);
  word = cut((word ^ (word >> 27n)) * 0x94d049bb133111ebn);
  return word ^ (word >> 31n);
}

/** Deal what a game is still dealt: every word by its number, so that who leaves and comes back is dealt the same. */
export function dealer({ drawn, entries }: Dealt): (() => bigint) | null {
  if (!drawn) return null;
  let number = entries.filter((entry) => 'deal' in entry).length;
  return () => wordOf(BigInt(drawn.seed), number++);
}

/** With what bots of such a game think. */
export const botSeed = ({ seed }: Drawn): number => Number(BigInt(seed) & 0xffff_ffffn);
