/** Says what a line is called: by the name that somebody has given it, else in the language spoken. */
import type { Line } from '../offline/kept';
import { m } from './messages';

/** What tells lines of a game apart. */
export type Named = Pick<Line, 'name' | 'turn' | 'nth'>;

/** What a line is called. */
export function nameOf({ name, turn, nth = 1 }: Named): string {
  const usual = m.lines_named({ turn });
  return name ?? (nth > 1 ? `${usual} (${nth})` : usual);
}
