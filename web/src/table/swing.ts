/** How a piece hangs from the hand that carries it: it leans against the way it goes, and settles; let go elsewhere, it springs back. */
import type { Point } from '../boards/art/geometry';

/** Degrees it leans for each pixel a millisecond, and at most. */
const LEAN = 9;
const MOST = 15;
/** How stiff the spring is that turns it, and how much of its swing is lost, by seconds. */
const STIFF = 210;
const DAMPING = 15;
/** A hand that has not moved for so many milliseconds is still. */
const STILL = 60;
/** Longest step that is computed at once, in seconds: a page may have been busy. */
const STEP = 1 / 60;

export class Swing {
  /** How far it leans, in degrees. */
  angle = 0;
  private turning = 0;
  private pace = 0;
  private moved = 0;
  private at = 0;

  /** The hand has moved sideways by so many pixels at a time in milliseconds. */
  pull(across: number, now: number): void {
    const passed = Math.max(4, now - this.moved);
    this.pace += (across / passed - this.pace) * 0.4;
    this.moved = now;
  }

  /** Swing on until a time; tells whether it still moves. */
  on(now: number): boolean {
    let left = Math.min(0.1, (now - this.at) / 1000);
    this.at = now;
    if (now - this.moved > STILL) this.pace = 0;
    const goal = Math.max(-MOST, Math.min(MOST, this.pace * LEAN));
    for (; left > 0; left -= STEP) {
      const step = Math.min(left, STEP);
      this.turning += ((goal - this.angle) * STIFF - this.turning * DAMPING) * step;
      this.angle += this.turning * step;
    }
    if (this.pace !== 0 || Math.abs(this.angle) > 0.1 || Math.abs(this.turning) > 2) return true;
    this.angle = this.turning = 0;
    return false;
  }
}

/** List the places on the way back, equal times apart: quick, a little beyond, and home. */
export function springBack(from: Point, home: Point, count = 16): Point[] {
  return Array.from({ length: count + 1 }, (_, i) => {
    const share = i / count;
    const away = i === count ? 0 : Math.exp(-5.5 * share) * Math.cos(5.2 * share);
    return { x: home.x + (from.x - home.x) * away, y: home.y + (from.y - home.y) * away };
  });
}
