/** Says what a line of a game is called that nobody has named: by its first choice. */
import type { CanyonAction } from '../../../protocol';
import type { FirstChoice } from '../../ui';
import { cardWords } from '../labels';
import { m } from './messages';

export function lineName({ name, round, action }: FirstChoice<CanyonAction>): string {
  switch (action.kind) {
    case 'bid':
      return m.canyon_line_bid({ name, tricks: action.tricks, round });
    case 'play':
      return m.canyon_line_card({ name, card: cardWords(action.card), round });
    case 'to':
      return m.canyon_line_move({ name, round });
  }
}
