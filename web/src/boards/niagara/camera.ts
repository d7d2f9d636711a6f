/** Moves the camera: the picture comes near to where something great happens, and goes back again. */
import type { Point } from '../art/geometry';
import type { Mover } from './mover';

const NEAR = 1.7;
/** Shares of its time that the camera needs for the way there and back. */
const WAY = 0.24;
const EASING = 'cubic-bezier(.4,0,.2,1)';

/** Come near to a point of the picture for a while; one that is near already stays where it is. */
export function near(mover: Mover, at: Point, ms: number): void {
  const { still, picture, layers } = mover.stage;
  const now = performance.now();
  const toScreen = picture?.getScreenCTM();
  const frame = picture?.getBoundingClientRect();
  if (still || !toScreen || !frame || now < mover.filmed) return;
  mover.filmed = now + ms;
  const shift = (place: number, start: number, size: number): number =>
    Math.min(0, Math.max(size * (1 - NEAR), size / 2 - NEAR * (place - start)));
  const x = shift(toScreen.a * at.x + toScreen.e, frame.left, frame.width);
  const y = shift(toScreen.d * at.y + toScreen.f, frame.top, frame.height);
  const close = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${NEAR})`;
  const frames = ['none', close, close, 'none'].map((transform, i) => ({
    transform,
    transformOrigin: '0 0',
    offset: [0, WAY, 1 - WAY, 1][i] ?? 1,
    easing: EASING,
  }));
  for (const layer of layers) mover.run(layer, frames, ms, 'linear');
}
