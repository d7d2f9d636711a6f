/** A first game of Canyon, told while it is played. */
import { m } from './messages';
import type { CanyonAction, CanyonEvent, CanyonPhaseName, CanyonView } from '../../../protocol';
import type { Sight as AnySight, Step as AnyStep } from '../../../learn/step';

type Sight = AnySight<CanyonView, CanyonAction, CanyonEvent>;
type Step = AnyStep<CanyonView, CanyonAction, CanyonEvent>;

const mine = ({ view, you }: Sight) => view.players.find(({ seat }) => seat === you);
const own = ({ you }: Sight): string => `canoe-${you}`;
const inRapids = ({ view, you }: Sight) => view.players.find(({ seat, on }) => seat !== you && on === 'rapids');
const happened = ({ events }: Sight, kind: CanyonEvent['kind']): boolean => events.some((event) => event.kind === kind);

/** The player has something to decide in this phase, and has not yet. */
const deciding =
  (phase: CanyonPhaseName) =>
  ({ view, acting, complete }: Sight): boolean =>
    view.phase === phase && acting && !complete;

export const steps: readonly Step[] = [
  {
    id: 'jetty',
    task: true,
    when: deciding('jetties'),
    target: () => 'ends',
    text: () => m.learn_canyon_guide_jetty(),
  },
  { id: 'trump', when: deciding('bids'), target: () => 'trump', text: () => m.learn_canyon_guide_trump() },
  { id: 'bid', task: true, when: deciding('bids'), target: () => 'bids', text: () => m.learn_canyon_guide_bid() },
  { id: 'play', task: true, when: deciding('tricks'), target: () => 'hand', text: () => m.learn_canyon_guide_play() },
  { id: 'move', task: true, when: deciding('moving'), target: own, text: () => m.learn_canyon_guide_move() },
  {
    id: 'confirm',
    task: true,
    when: ({ acting, complete }) => acting && complete,
    target: () => 'confirm',
    text: () => m.learn_canyon_guide_confirm(),
  },
  {
    id: 'score',
    when: (sight) => happened(sight, 'trick'),
    target: () => 'score',
    text: () => m.learn_canyon_guide_score(),
  },
  {
    id: 'points',
    when: (sight) => happened(sight, 'settled'),
    target: () => 'points',
    text: () => m.learn_canyon_guide_points(),
  },
  {
    id: 'rapids',
    sometimes: true,
    when: (sight) => mine(sight)?.on === 'rapids',
    target: own,
    text: () => m.learn_canyon_guide_rapids(),
  },
  {
    id: 'current',
    when: (sight) => inRapids(sight) !== undefined,
    target: (sight) => `canoe-${inRapids(sight)?.seat ?? 0}`,
    text: () => m.learn_canyon_guide_current(),
  },
  {
    id: 'gangway',
    sometimes: true,
    when: (sight) => mine(sight)?.on === 'gangway',
    target: own,
    text: () => m.learn_canyon_guide_gangway(),
  },
  {
    id: 'drifted',
    sometimes: true,
    when: (sight) => happened(sight, 'drifted'),
    target: ({ events }) => {
      const last = events.findLast((event) => event.kind === 'drifted');
      return `canoe-${last?.seat ?? 0}`;
    },
    text: () => m.learn_canyon_guide_drifted(),
  },
  { id: 'track', when: ({ view }) => view.round > 1, target: () => 'status', text: () => m.learn_canyon_guide_track() },
  { id: 'log', when: ({ view }) => view.round > 1, target: () => 'log', text: () => m.learn_canyon_guide_log() },
  // Whoever has not heard of the rapids has not learnt the game.
  {
    id: 'end',
    when: ({ view, seen }) => view.round > 2 && ['rapids', 'current'].some((id) => seen.includes(id)),
    target: () => 'menu',
    text: () => m.learn_canyon_guide_end(),
  },
];
