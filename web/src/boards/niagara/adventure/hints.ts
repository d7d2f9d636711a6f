/** What the first game of Niagara explains once. */
import type { Sight as AnySight, Step as AnyStep } from '../../../learn/step';
import type { NiagaraAction, NiagaraEvent, NiagaraView } from '../../../protocol';
import { wet } from '../layouts';
import { m } from './messages';

type Sight = AnySight<NiagaraView, NiagaraAction, NiagaraEvent>;

/** A card that has been tapped can still be changed for another. */
const choosing = ({ view, acting }: Sight): boolean => view.phase === 'cards' && acting;

const afloat = ({ view, you }: Sight): boolean =>
  view.phase === 'paddling' &&
  view.players.some(({ seat, canoes }) => seat === you && canoes.some(({ place }) => wet(place)));

export const hints: readonly AnyStep<NiagaraView, NiagaraAction, NiagaraEvent>[] = [
  // What wins comes first: without it nothing can be chosen on purpose. Whoever has tapped a card asks what that does.
  {
    id: 'goals',
    when: (sight) => choosing(sight) && !sight.complete,
    target: () => 'goals',
    text: m.niagara_hint_goals,
  },
  { id: 'card', when: choosing, target: () => 'hand', text: m.niagara_hint_card },
  {
    id: 'outlines',
    when: ({ legal, acting }) => acting && legal.some(({ kind }) => kind === 'paddle'),
    // One of the places: where all are, hardly anything would be left of the board.
    target: ({ legal }) => legal.flatMap((each) => (each.kind === 'paddle' ? each.to : []))[0] ?? '',
    text: m.niagara_hint_outlines,
  },
  // Last before a turn is confirmed that leaves a canoe to the river: what is outlined has led it there.
  {
    id: 'speed',
    when: (sight) => choosing(sight) || (sight.acting && afloat(sight)),
    target: () => 'status',
    text: m.niagara_hint_speed,
  },
];
