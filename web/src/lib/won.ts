/** Says who has won. */
import { m } from './messages';
import { list } from './words';

/** Say who of all has won a game that is over, as anybody may read it. */
export function won(winners: readonly string[]): string {
  const names = list(winners);
  if (winners.length === 0) return m.app_won_nobody();
  return winners.length > 1 ? m.app_won_others({ names }) : m.app_won_other({ names });
}
