/** A first game of Niagara, told while it is played. */
import { m } from './messages';
import type { CanoeName, NiagaraAction, NiagaraEvent, NiagaraView } from '../../../protocol';
import type { Sight as AnySight, Step as AnyStep } from '../../../learn/step';
import { siteBeside } from '../places';

type Sight = AnySight<NiagaraView, NiagaraAction, NiagaraEvent>;
type Step = AnyStep<NiagaraView, NiagaraAction, NiagaraEvent>;

const canoe = ({ you }: Sight, name: CanoeName = 'a'): string => `canoe-${you}${name}`;
const mine = ({ view, you }: Sight) => view.players.find(({ seat }) => seat === you);

/** A card is to be chosen, and none is yet. */
const choosing = ({ view, acting, complete }: Sight): boolean => view.phase === 'cards' && acting && !complete;
const paddling = ({ view, acting, complete }: Sight): boolean => view.phase === 'paddling' && acting && !complete;

function of<Kind extends NiagaraEvent['kind']>({ events }: Sight, kind: Kind) {
  return events.findLast((event): event is Extract<NiagaraEvent, { kind: Kind }> => event.kind === kind);
}

/** The player has done so before: how need not be said any more. */
const done = ({ events, you }: Sight, ...kinds: NiagaraEvent['kind'][]): boolean =>
  events.some((event) => kinds.includes(event.kind) && 'seat' in event && event.seat === you);

function toLoad({ legal }: Sight) {
  return legal.find((action) => action.kind === 'load');
}

function toPaddle({ legal }: Sight) {
  return legal.find((action) => action.kind === 'paddle');
}

function toSteal({ legal }: Sight) {
  return legal.find((action) => action.kind === 'steal');
}

/** The canoe that has points to use. */
function going({ view }: Sight): CanoeName | undefined {
  return (['a', 'b'] as const).find((name) => (view.turn?.points[name] ?? 0) > 0);
}

/** A canoe of somebody else's that carries a gem down on the river. */
function prey({ view, you }: Sight) {
  return view.players
    .filter(({ seat }) => seat !== you)
    .flatMap(({ seat, canoes }) => canoes.map((each) => ({ ...each, seat })))
    .find(({ place, cargo }) => cargo.length > 0 && place !== 'dock' && place !== 'lost');
}

/** The canoe whose first gem is on its way. */
function loaded(sight: Sight) {
  return mine(sight)?.canoes.find(({ cargo }) => cargo.length > 0);
}

export const steps: readonly Step[] = [
  { id: 'goals', when: choosing, target: () => 'goals', text: () => m.learn_niagara_guide_goals() },
  {
    id: 'canoes',
    when: choosing,
    target: (sight) => `${canoe(sight, 'a')} ${canoe(sight, 'b')}`,
    text: () => m.learn_niagara_guide_canoes(),
  },
  { id: 'deposit', when: choosing, target: () => 'deposit-1', text: () => m.learn_niagara_guide_deposit() },
  { id: 'card', task: true, when: choosing, target: () => 'hand', text: () => m.learn_niagara_guide_card() },
  {
    id: 'confirm_card',
    task: true,
    when: ({ view, acting, complete }) => view.phase === 'cards' && acting && complete,
    target: () => 'confirm',
    text: () => m.learn_niagara_guide_confirm_card(),
  },
  {
    id: 'launch',
    task: true,
    when: (sight) => paddling(sight) && sight.decisions.length === 0 && toPaddle(sight) !== undefined,
    target: (sight) => canoe(sight, toPaddle(sight)?.canoe),
    text: () => m.learn_niagara_guide_launch(),
  },
  {
    id: 'steal',
    sometimes: true,
    when: (sight) => paddling(sight) && toSteal(sight) !== undefined && !done(sight, 'stolen'),
    target: (sight) => {
      const { victim = 0, canoe: name = 'a' } = toSteal(sight) ?? {};
      return `canoe-${victim}${name}`;
    },
    text: () => m.learn_niagara_guide_steal(),
  },
  {
    id: 'load',
    when: (sight) => paddling(sight) && toLoad(sight) !== undefined && !done(sight, 'loaded', 'stolen'),
    target: (sight) => {
      const name = toLoad(sight)?.canoe;
      return `deposit-${siteBeside(mine(sight)?.canoes.find((each) => each.name === name)?.place ?? '3')}`;
    },
    text: () => m.learn_niagara_guide_load(),
  },
  {
    id: 'points',
    task: true,
    sometimes: true,
    when: (sight) => paddling(sight) && sight.decisions.length > 0 && going(sight) !== undefined,
    target: (sight) => canoe(sight, going(sight)),
    text: () => m.learn_niagara_guide_points(),
  },
  {
    id: 'confirm_turn',
    task: true,
    when: ({ view, acting, complete }) => view.phase === 'paddling' && acting && complete,
    target: () => 'confirm',
    text: () => m.learn_niagara_guide_confirm_turn(),
  },
  // Whoever has lost a canoe wants to know why, before all else about the river.
  {
    id: 'lost',
    sometimes: true,
    when: ({ events, you }) => {
      const falls = events.findLastIndex(
        (event) => event.kind === 'push' && event.canoes.some(({ seat, place }) => seat === you && place === 'lost'),
      );
      return falls > events.findLastIndex((event) => event.kind === 'rescued' && event.seat === you);
    },
    target: () => 'falls',
    text: () => m.learn_niagara_guide_lost(),
  },
  {
    id: 'river',
    when: (sight) => of(sight, 'river') !== undefined,
    target: () => 'falls',
    text: (sight) => {
      const { pushes = 0, lowest = 0, weather = 0 } = of(sight, 'river') ?? {};
      return m.learn_niagara_guide_river({ count: pushes, lowest, weather });
    },
  },
  {
    id: 'sign',
    when: (sight) => of(sight, 'push') !== undefined,
    target: () => 'sign',
    text: () => m.learn_niagara_guide_sign(),
  },
  {
    id: 'speed',
    when: ({ view }) => view.phase === 'paddling' || view.round > 1,
    target: () => 'status',
    text: () => m.learn_niagara_guide_speed(),
  },
  {
    id: 'log',
    when: ({ view }) => view.round > 1,
    target: () => 'log',
    text: () => m.learn_niagara_guide_log(),
  },
  {
    id: 'first',
    when: (sight) => of(sight, 'preserver') !== undefined,
    target: () => 'first',
    text: () => m.learn_niagara_guide_first(),
  },
  {
    id: 'played',
    when: (sight) => sight.view.round > 1 && choosing(sight),
    target: () => 'hand',
    text: () => m.learn_niagara_guide_played(),
  },
  {
    id: 'cloud',
    sometimes: true,
    when: (sight) => choosing(sight) && sight.view.round > 1 && sight.view.hand.includes('cloud'),
    target: () => 'card-cloud',
    text: () => m.learn_niagara_guide_cloud(),
  },
  {
    id: 'loaded',
    when: (sight) => loaded(sight) !== undefined && !done(sight, 'banked'),
    target: (sight) => canoe(sight, loaded(sight)?.name),
    text: () => m.learn_niagara_guide_loaded(),
  },
  {
    id: 'banked',
    when: ({ events, you }) => events.filter((event) => event.kind === 'banked' && event.seat === you).length === 1,
    target: () => 'goals',
    text: () => m.learn_niagara_guide_banked(),
  },
  {
    id: 'theft',
    when: (sight) => sight.view.round > 1 && prey(sight) !== undefined,
    target: (sight) => {
      const found = prey(sight);
      return found ? `canoe-${found.seat}${found.name}` : '';
    },
    text: () => m.learn_niagara_guide_theft(),
  },
  {
    id: 'stolen',
    sometimes: true,
    when: (sight) => of(sight, 'stolen') !== undefined,
    target: (sight) => {
      const { seat = 0, canoe: name = 'a' } = of(sight, 'stolen') ?? {};
      return `canoe-${seat}${name}`;
    },
    text: () => m.learn_niagara_guide_stolen(),
  },
  {
    id: 'end',
    // A game without a theft is none that one has learnt.
    when: ({ view, seen }) => view.round > 3 && ['steal', 'theft', 'stolen'].some((id) => seen.includes(id)),
    target: () => 'menu',
    text: () => m.learn_niagara_guide_end(),
  },
];
