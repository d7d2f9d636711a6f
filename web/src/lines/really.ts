import type { KeptGame, KeptTurn } from '../offline/kept';
import { turnsAfter } from './line';

/** Find the turn that a seat really played in the game that a line leaves, where all have played there as in that game so
 * far; null: they have not, or it is not known. All may choose at once: in which order they did makes no difference. */
export function really(game: Pick<KeptGame, 'line' | 'entries'>, seat: number): KeptTurn | null {
  const { line, entries } = game;
  const then = (each: number): readonly KeptTurn[] => line?.later?.filter((turn) => turn.seat === each) ?? [];
  const turns = turnsAfter(entries, line?.turn ?? 0);
  const same = turns.every((turn, i) => {
    const nth = turns.slice(0, i).filter((before) => before.seat === turn.seat).length;
    return `${then(turn.seat)[nth]?.turn}` === `${turn.turn}`;
  });
  const own = turns.filter((turn) => turn.seat === seat).length;
  return same ? (then(seat)[own] ?? null) : null;
}
