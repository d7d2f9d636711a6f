/** Canoes lean on the waves, one after the other: to paint all of them anew each time would be felt. */
import { film } from '../art/stream';

/** Degrees a canoe leans at most, and how quickly it comes and goes. */
const MOST = 1.8;
const HASTE = 1.9;

/** Lean those of `boats` that are afloat at the time, while the page can be seen; returns the end of it. */
export function bob(boats: () => Iterable<SVGElement>): () => void {
  let turns = 0;
  return film(4, (seconds) => {
    const afloat = [...boats()];
    const boat = afloat[turns++ % afloat.length];
    if (boat) boat.style.rotate = `${(MOST * Math.sin(seconds * HASTE)).toFixed(2)}deg`;
  });
}
