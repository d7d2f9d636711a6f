/** Says what a line of a game is called that nobody has named: by its first choice. */
import type { NiagaraAction } from '../../../protocol';
import type { FirstChoice } from '../../ui';
import { m } from './messages';

export function lineName({ name, round, action }: FirstChoice<NiagaraAction>): string {
  if (action.kind === 'card') return m.niagara_line_card({ name, card: action.card, round });
  return action.kind === 'weather' ? m.niagara_line_weather({ name, round }) : m.niagara_line_turn({ name, round });
}
