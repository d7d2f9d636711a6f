/** What the water shows of something that happens: wakes, bumps, splashes, lights; each is drawn once and fades. */
import type { Point } from '../art/geometry';

export interface Mark extends Point {
  readonly id: number;
  readonly kind: 'wake' | 'bump' | 'splash' | 'cheer';
  /** Which way it points, in degrees. */
  readonly angle: number;
  /** Milliseconds until it begins. */
  readonly after: number;
}
