/** What the view tells about a move that may be chosen: the points it leaves, and whether the whirlpool is in its way. */
import type { CanoeName, CanoeView, NiagaraView, Paddle, PlaceName } from '../../protocol';
import { depthOf, siteBeside, steps } from './places';

/** Points that the moose adds (S-MOOSE-1). */
const MOOSE_POINTS = 2;

/** Find the viewer's canoe. */
export function canoeOf(view: NiagaraView, name: CanoeName | null): CanoeView | null {
  const own = view.players.find(({ seat }) => seat === view.you);
  return own?.canoes.find((canoe) => canoe.name === name) ?? null;
}

/** Find where the viewer's canoe is. */
export function placeOf(view: NiagaraView, canoe: CanoeName | null): PlaceName | null {
  return canoeOf(view, canoe)?.place ?? null;
}

/** Count the points that the viewer's canoe has: those left in the middle of its plan, all of them before. */
export function pointsOf(view: NiagaraView, canoe: CanoeName): number {
  if (!view.turn) return 0;
  const fresh = view.turn.canoe !== canoe && canoeOf(view, canoe)?.moose;
  return view.turn.points + (fresh ? MOOSE_POINTS : 0);
}

/** Count the points left for cargo work after a move; null where none could be spent any more. */
export function pointsLeft(view: NiagaraView, paddle: Paddle): number | null {
  const place = placeOf(view, paddle.canoe);
  if (!view.turn || !place || paddle.to === 'dock' || paddle.to === 'lost') return null;
  if (swirled(view, paddle) === 'surely') return null;
  const left = pointsOf(view, paddle.canoe) - steps(place, paddle.to);
  return left > 1 ? left : null;
}

/** Tell whether the whirlpool takes a canoe from one of these places to the other. */
function drains(whirlpool: PlaceName, to: PlaceName): boolean {
  if (whirlpool === '5') return to === '6L' || to === '6R';
  if (depthOf(to) !== depthOf(whirlpool) + 1) return false;
  return whirlpool.length === 1 || whirlpool[1] === to[1];
}

/**
 * Tell whether a move ends in the whirlpool, which carries the canoe on to where the move leads: surely, perhaps – there
 * is cargo work for which the canoe could keep its last points instead – or not (null). From the point costs alone
 * (S-WHIRL-2, S-WHIRL-4); which moves there are is for the server to say.
 */
export function swirled(view: NiagaraView, paddle: Paddle): 'surely' | 'perhaps' | null {
  const { whirlpool, turn } = view;
  const from = placeOf(view, paddle.canoe);
  if (!whirlpool || whirlpool === 'lost' || !turn || !from || !drains(whirlpool, paddle.to)) return null;
  const points = pointsOf(view, paddle.canoe);
  const far = steps(from, paddle.to);
  if (from.length > 1 && paddle.to.length > 1 && from[1] !== paddle.to[1]) return 'surely';
  if (depthOf(from) < depthOf(paddle.to)) return points < far ? 'surely' : null;
  const left = points - far;
  if (left <= turn.spare_points || left > 2) return null;
  return left === 2 && siteBeside(paddle.to) >= 0 ? 'perhaps' : 'surely';
}
