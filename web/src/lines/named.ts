/** Says what a line is called: by the name that somebody has given it, else in the language spoken. */
import type { FirstChoice } from '../boards/ui';
import { lazyAll } from '../lib/lazy.svelte';
import type { Line } from '../offline/kept';
import { m } from './messages';

/** What tells lines of a game apart. */
export type Named = Pick<Line, 'name' | 'first' | 'turn' | 'nth'>;

/** How games name their lines, fetched when one is to be named. */
const parts = Object.fromEntries(
  lazyAll(import.meta.glob<{ lineName: (first: FirstChoice) => string }>('../boards/*/lines/index.ts')).map(
    ([path, part]) => [path.split('/')[2], part],
  ),
);

/** What a line is called. Until the words for its first choice have come, it is called by its turn. */
export function nameOf({ name, first, turn, nth = 1 }: Named): string {
  if (name !== null) return name;
  const part = first && parts[first.game];
  void part?.want();
  const usual = (first && part?.part?.lineName(first)) ?? m.lines_named({ turn });
  return nth > 1 ? `${usual} (${nth})` : usual;
}

/** Tell whether two lines would be called alike. */
export function alike(one: Named, other: Named): boolean {
  const unnamed = one.name === null && other.name === null && (one.nth ?? 1) === (other.nth ?? 1);
  const same = one.first ? sameChoice(one, other) : !other.first && one.turn === other.turn;
  return (unnamed && same) || nameOf(one) === nameOf(other);
}

/** Tell whether two lines begin with the same choice. */
export const sameChoice = ({ first: one }: Named, { first: other }: Named): boolean =>
  one?.at === other?.at && one?.name === other?.name && one?.action.id === other?.action.id;
