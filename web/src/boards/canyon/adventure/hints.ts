/** What the first game of Canyon explains once. */
import type { Sight as AnySight, Step as AnyStep } from '../../../learn/step';
import type { CanyonAction, CanyonEvent, CanyonPhaseName, CanyonView } from '../../../protocol';
import { m } from './messages';

type Sight = AnySight<CanyonView, CanyonAction, CanyonEvent>;

/** Whoever has chosen quickly, or has nothing to choose, needs to know as well: until they confirm they can choose again. */
const deciding =
  (phase: CanyonPhaseName) =>
  ({ view, acting }: Sight): boolean =>
    view.phase === phase && acting;

export const hints: readonly AnyStep<CanyonView, CanyonAction, CanyonEvent>[] = [
  { id: 'jetty', when: deciding('jetties'), target: () => 'ends', text: m.canyon_hint_jetty },
  { id: 'bid', when: deciding('bids'), target: () => 'bids', text: m.canyon_hint_bid },
  { id: 'trick', when: deciding('tricks'), target: () => 'hand', text: m.canyon_hint_trick },
  {
    id: 'rings',
    when: (sight) => deciding('moving')(sight) && !sight.complete,
    target: ({ you }) => `canoe-${you}`,
    text: m.canyon_hint_rings,
  },
];
