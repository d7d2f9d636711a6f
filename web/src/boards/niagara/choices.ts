/** What may be tapped now, sorted out of the legal actions: the board itself knows no rules. */
import type {
  NiagaraAction as Action,
  CanoeName,
  Load,
  MoveWeather,
  NiagaraView,
  Paddle,
  RescueCanoe,
  Steal,
  Sweep,
  TakeMoose,
  Unload,
} from '../../protocol';
import { siteBeside } from './places';
import { placeOf } from './reach';

/** What can be done with Diamond Joe. */
export type Dealing = Extract<Action, { kind: 'joe_take' | 'joe_give' | 'joe_swap' }>;
/** Doing no more, though one could. */
export type Leaving = Extract<Action, { kind: 'spare' | 'stop' }>;

export interface Choices {
  /** Own canoes that can act, on the river, ashore or lost. */
  readonly canoes: readonly CanoeName[];
  readonly paddles: readonly Paddle[];
  /** Arms into which the whirlpool may take the chosen canoe. */
  readonly sweeps: readonly Sweep[];
  /** Cargo work that the chosen canoe can do, at `site`. */
  readonly works: readonly (Load | Unload)[];
  readonly site: number;
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

/** Sort legal actions by what a tap on the board can mean while `chosen` is the canoe in hand. */
export function choicesOf(view: NiagaraView, legal: readonly Action[], chosen: CanoeName | null): Choices {
  const pick = <Kind extends Action['kind']>(...kinds: Kind[]): Extract<Action, { kind: Kind }>[] =>
    legal.filter((action): action is Extract<Action, { kind: Kind }> => (kinds as string[]).includes(action.kind));
  const own = <Kind extends OfCanoe['kind']>(...kinds: Kind[]): Extract<Action, { kind: Kind }>[] =>
    pick(...kinds).filter((action) => 'canoe' in action && action.canoe === chosen);
  const place = placeOf(view, chosen);
  return {
    canoes: [...new Set(legal.filter(ofCanoe).map(({ canoe }) => canoe))].sort(),
    paddles: own('paddle'),
    sweeps: own('swept'),
    works: own('load', 'unload'),
    site: place ? siteBeside(place) : -1,
    steals: pick('steal'),
    dealings: pick('joe_take', 'joe_give', 'joe_swap'),
    leave: pick('spare', 'stop')[0] ?? null,
    moose: own('moose')[0] ?? null,
    tie: pick('tie')[0] ?? null,
    rescues: own('rescue'),
    weather: pick('weather'),
  };
}
