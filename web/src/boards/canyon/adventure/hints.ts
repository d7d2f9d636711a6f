/** What the first game of Canyon explains once. */
import type { Sight as AnySight, Step as AnyStep } from '../../../learn/step';
import type { CanyonAction, CanyonEvent, CanyonPhaseName, CanyonView } from '../../../protocol';
import { isOnlyOne } from '../cards';
import { m } from './messages';

type Sight = AnySight<CanyonView, CanyonAction, CanyonEvent>;

const deciding =
  (phase: CanyonPhaseName) =>
  ({ view, acting, complete }: Sight): boolean =>
    view.phase === phase && acting && !complete;

/** A card is to be chosen, or only one can be: that calls for an explanation most of all. */
const playing = (sight: Sight): boolean =>
  deciding('tricks')(sight) ||
  (sight.acting && sight.decisions.some((each) => each.kind === 'play' && isOnlyOne(sight.view, each.card)));

export const hints: readonly AnyStep<CanyonView, CanyonAction, CanyonEvent>[] = [
  { id: 'jetty', when: deciding('jetties'), target: () => 'ends', text: m.canyon_hint_jetty },
  { id: 'bid', when: deciding('bids'), target: () => 'bids', text: m.canyon_hint_bid },
  { id: 'trick', when: playing, target: () => 'hand', text: m.canyon_hint_trick },
  { id: 'rings', when: deciding('moving'), target: ({ you }) => `canoe-${you}`, text: m.canyon_hint_rings },
];
