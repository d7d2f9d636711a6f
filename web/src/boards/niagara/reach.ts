/** What the view tells of the viewer's canoes, and of the moves that may be chosen. */
import type { CanoeName, CanoeView, Move, NiagaraView, Paddle, PlaceName } from '../../protocol';

/** Find the viewer's canoe. */
export function canoeOf(view: NiagaraView, name: CanoeName | null): CanoeView | null {
  const own = view.players.find(({ seat }) => seat === view.you);
  return own?.canoes.find((canoe) => canoe.name === name) ?? null;
}

/** Find where the viewer's canoe is. */
export function placeOf(view: NiagaraView, canoe: CanoeName | null): PlaceName | null {
  return canoeOf(view, canoe)?.place ?? null;
}

/** Find what a move leads to. */
export function moveOf(view: NiagaraView, { canoe, to }: Paddle): Move | null {
  return view.turn?.moves.find((move) => move.canoe === canoe && move.to === to) ?? null;
}
