/** What the table explains by itself, once, in the first game on a device. */
import { type Lazy, lazyAll } from '../lib/lazy.svelte';
import { FIRST_GAME } from '../lib/newcomer';
import { seats } from '../lib/seats.svelte';
import { keptGames } from '../offline/kept';
import { byGame } from './game';
import { Lesson } from './lesson.svelte';
import type { Step } from './step';

const HINTS = byGame(lazyAll(import.meta.glob<readonly Step[]>('../boards/*/adventure/hints.ts', { import: 'hints' })));

/** Where that first game is, and what has been said there. */
export const hints = new Lesson(FIRST_GAME);

/** Find what a game explains, if it is the first that is played on this device; an adventure explains itself. */
export function hintsAt(table: string, game: string): Lazy<readonly Step[]> | undefined {
  const played = [...seats.all.map((seat) => seat.table), ...keptGames().map(({ id }) => id)];
  if (hints.table === null && played.length > 0 && played.every((id) => id === table)) hints.begin(table);
  return hints.table === table ? HINTS[game] : undefined;
}
