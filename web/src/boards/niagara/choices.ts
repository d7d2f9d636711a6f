/** What may be tapped now, sorted out of the legal actions: the board itself knows no rules. */
import type {
  NiagaraAction as Action,
  CanoeName,
  Load,
  MoveWeather,
  NiagaraView,
  Paddle,
  PlaceName,
  RescueCanoe,
  Steal,
  Unload,
} from '../../protocol';
import { siteBeside, steps } from './places';

export interface Choices {
  /** Own canoes that can act, on the river, ashore or lost. */
  readonly canoes: readonly CanoeName[];
  readonly paddles: readonly Paddle[];
  /** Cargo work that the chosen canoe can do, at `site`. */
  readonly works: readonly (Load | Unload)[];
  readonly site: number;
  readonly steals: readonly Steal[];
  readonly rescues: readonly RescueCanoe[];
  readonly weather: readonly MoveWeather[];
}

/** Sort legal actions by what a tap on the board can mean while `chosen` is the canoe in hand. */
export function choicesOf(view: NiagaraView, legal: readonly Action[], chosen: CanoeName | null): Choices {
  const canoes = new Set<CanoeName>();
  const paddles: Paddle[] = [];
  const works: (Load | Unload)[] = [];
  const steals: Steal[] = [];
  const rescues: RescueCanoe[] = [];
  const weather: MoveWeather[] = [];
  for (const action of legal) {
    if (action.kind === 'paddle' || action.kind === 'load' || action.kind === 'unload' || action.kind === 'rescue') {
      canoes.add(action.canoe);
    }
    if (action.kind === 'weather') weather.push(action);
    if (action.kind === 'steal') steals.push(action);
    if (action.kind === 'paddle' && action.canoe === chosen) paddles.push(action);
    if ((action.kind === 'load' || action.kind === 'unload') && action.canoe === chosen) works.push(action);
    if (action.kind === 'rescue' && action.canoe === chosen) rescues.push(action);
  }
  const place = placeOf(view, chosen);
  return { canoes: [...canoes].sort(), paddles, works, site: place ? siteBeside(place) : -1, steals, rescues, weather };
}

/** Find where the viewer's canoe is. */
export function placeOf(view: NiagaraView, canoe: CanoeName | null): PlaceName | null {
  const own = view.players.find(({ seat }) => seat === view.you);
  return own?.canoes.find(({ name }) => name === canoe)?.place ?? null;
}

/** Count the paddle points left after a move; null where none could be spent any more. */
export function pointsLeft(view: NiagaraView, paddle: Paddle): number | null {
  const place = placeOf(view, paddle.canoe);
  if (!view.turn || !place || paddle.to === 'dock' || paddle.to === 'lost') return null;
  const points = view.turn.canoe === paddle.canoe ? view.turn.points : Number(view.turn.card);
  const left = points - steps(place, paddle.to);
  return left > 0 ? left : null;
}
