/** What may be tapped now, sorted out of the legal actions: the board itself knows no rules. */
import type {
  NiagaraAction as Action,
  CanoeName,
  CanoeView,
  Load,
  MoveWeather,
  NiagaraView,
  Paddle,
  PlaceName,
  RescueCanoe,
  Steal,
  Sweep,
  TakeMoose,
  Unload,
} from '../../protocol';
import { siteBeside } from './places';
import { canoeOf } from './reach';

/** What can be done with Diamond Joe. */
export type Dealing = Extract<Action, { kind: 'joe_take' | 'joe_give' | 'joe_swap' }>;
/** Doing no more, though one could. */
export type Leaving = Extract<Action, { kind: 'spare' | 'stop' | 'stay' }>;

/** A place to go to, and the moves that go there: several where it must be asked which canoe is meant. */
export interface Goal {
  readonly to: PlaceName;
  readonly moves: readonly (Paddle | Sweep)[];
}

/** Cargo work at a deposit. */
export interface Site {
  readonly site: number;
  readonly works: readonly (Load | Unload)[];
}

export interface Choices {
  /** Own canoes that can act, on the river, ashore or lost. */
  readonly canoes: readonly CanoeName[];
  /** Where the chosen canoe can go, by paddling or with the whirlpool; while none is chosen, where any can. */
  readonly goals: readonly Goal[];
  /** Where the chosen canoe can work; while none is chosen, where one can, but not two that differ. */
  readonly sites: readonly Site[];
  readonly steals: readonly Steal[];
  readonly dealings: readonly Dealing[];
  readonly leave: Leaving | null;
  /** The moose steps into the chosen canoe. */
  readonly moose: TakeMoose | null;
  /** Both canoes are tied to the bank. */
  readonly tie: Action | null;
  readonly rescues: readonly RescueCanoe[];
  readonly weather: readonly MoveWeather[];
}

/** Decisions about one canoe: it can act, and what it can do is offered once it is the chosen one. */
const OF_CANOE = ['paddle', 'load', 'unload', 'rescue', 'moose', 'swept'] as const;
type OfCanoe = Extract<Action, { kind: (typeof OF_CANOE)[number] }>;

function ofCanoe(action: Action): action is OfCanoe {
  return (OF_CANOE as readonly string[]).includes(action.kind);
}

/** Tell whether it makes no difference which of the player's two canoes one takes. */
export function alike(view: NiagaraView): boolean {
  const state = (canoe: CanoeView | null): string =>
    canoe ? [canoe.place, canoe.places, canoe.moose, ...[...canoe.cargo].sort()].join() : '';
  return state(canoeOf(view, 'a')) === state(canoeOf(view, 'b'));
}

/** Put what has the same key together. */
function by<Key, Value>(all: readonly Value[], key: (each: Value) => Key): Map<Key, Value[]> {
  const found = new Map<Key, Value[]>();
  for (const each of all) found.set(key(each), [...(found.get(key(each)) ?? []), each]);
  return found;
}

/** Sort legal actions by what a tap on the board can mean while `chosen` is the canoe in hand. */
export function choicesOf(view: NiagaraView, legal: readonly Action[], chosen: CanoeName | null): Choices {
  const pick = <Kind extends Action['kind']>(...kinds: Kind[]): Extract<Action, { kind: Kind }>[] =>
    legal.filter((action): action is Extract<Action, { kind: Kind }> => (kinds as string[]).includes(action.kind));
  const own = <Kind extends OfCanoe['kind']>(...kinds: Kind[]): Extract<Action, { kind: Kind }>[] =>
    pick(...kinds).filter((action) => 'canoe' in action && action.canoe === chosen);
  const canoes = [...new Set(legal.filter(ofCanoe).map(({ canoe }) => canoe))].sort();
  // Of two canoes that are alike one takes the first.
  const twins = canoes.length > 1 && alike(view);
  const meant = ({ canoe }: OfCanoe): boolean => (chosen === null ? !twins || canoe === 'a' : canoe === chosen);
  const siteOf = ({ canoe }: OfCanoe): number => siteBeside(canoeOf(view, canoe)?.place ?? 'dock');
  return {
    canoes,
    goals: [...by(pick('paddle', 'swept').filter(meant), ({ to }) => to)].map(([to, moves]) => ({ to, moves })),
    sites: [...by(pick('load', 'unload').filter(meant), siteOf)]
      .map(([site, works]) => ({ site, works }))
      .filter(({ works }) => new Set(works.map(({ canoe }) => canoe)).size === 1),
    steals: pick('steal'),
    dealings: pick('joe_take', 'joe_give', 'joe_swap'),
    leave: pick('spare', 'stop', 'stay')[0] ?? null,
    moose: own('moose')[0] ?? null,
    tie: pick('tie')[0] ?? null,
    rescues: own('rescue'),
    weather: pick('weather'),
  };
}
