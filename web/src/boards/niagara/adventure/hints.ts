/** What the first game of Niagara explains once. */
import type { Sight as AnySight, Step as AnyStep } from '../../../learn/step';
import type { NiagaraAction, NiagaraEvent, NiagaraView } from '../../../protocol';
import { m } from './messages';

type Sight = AnySight<NiagaraView, NiagaraAction, NiagaraEvent>;

const choosing = ({ view, acting, complete }: Sight): boolean => view.phase === 'cards' && acting && !complete;

export const hints: readonly AnyStep<NiagaraView, NiagaraAction, NiagaraEvent>[] = [
  // What wins comes first: without it nothing can be chosen on purpose.
  { id: 'goals', when: choosing, target: () => 'goals', text: m.niagara_hint_goals },
  { id: 'card', when: choosing, target: () => 'hand', text: m.niagara_hint_card },
  { id: 'speed', when: choosing, target: () => 'status', text: m.niagara_hint_speed },
  {
    id: 'outlines',
    when: ({ legal, acting, complete }) => acting && !complete && legal.some(({ kind }) => kind === 'paddle'),
    // One of the places: where all are, hardly anything would be left of the board.
    target: ({ legal }) => legal.flatMap((each) => (each.kind === 'paddle' ? each.to : []))[0] ?? '',
    text: m.niagara_hint_outlines,
  },
];
