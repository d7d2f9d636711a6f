/** Moves the drawings of a scene from where they were to where they are. */
import type { GemName } from '../../protocol';
import { whenDrawn } from '../../lib/drawn';
import type { Point, Spot } from '../art/geometry';
import { type BoatId, moor, pennant } from './places';
import { boatsOf, type Scene } from './scene';
import { arc, type Effect, type Lens, move, place, type Stage } from './stage';

/** What ends within so many milliseconds is taken away at once. */
const TOGETHER = 40;

export class Mover {
  /** How many times faster than usual the event at hand is shown. */
  fast = 1;
  /** Somebody has seen enough of it. */
  protected seen = false;
  protected readonly running = new Set<Animation>();
  private wake: () => void = () => undefined;
  private key = 0;
  /** When the last boat that went over the falls will have landed. */
  landing = 0;
  /** When the last disc will have. */
  foaming = 0;
  /** Boats on their way over the falls: nothing else moves them. */
  readonly falling = new Set<BoatId>();
  /** Until when the camera is near something, how the picture lies when it is not, and what moves it. */
  filmed = 0;
  lens: Lens | null = null;
  #filming: Animation | null = null;
  /** What calls off each thing that is about to be done. */
  readonly #soon = new Set<() => void>();

  constructor(readonly stage: Stage) {}

  /** Wait no longer for the event at hand. */
  skip(): void {
    this.clear();
    this.landing = this.foaming = 0;
    this.filmed = 0;
    this.falling.clear();
    this.seen = true;
    this.wake();
  }

  /** End all that moves, or is about to. */
  protected clear(): void {
    for (const animation of this.running) animation.cancel();
    for (const call of this.#soon) call();
    this.#soon.clear();
    this.stage.effects = [];
  }

  /** Do something a little later. */
  soon(ms: number, act: () => void): void {
    this.#later(act, (run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    });
  }

  /** Do something when what begins now has been drawn: what begins in one frame is late in all of them. */
  next(act: () => void): void {
    this.#later(act, whenDrawn);
  }

  #later(act: () => void, wait: (run: () => void) => () => void): void {
    const call = wait(() => {
      this.#soon.delete(call);
      act();
    });
    this.#soon.add(call);
  }

  /** Wait, at most until somebody skips. */
  protected rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.seen) this.wake();
    });
  }

  /** Find where every boat of a scene lies. */
  spots(scene: Scene): Map<BoatId, Spot> {
    return moor(this.stage.plan, boatsOf(scene), this.stage.seats);
  }

  /** Let every boat that lies elsewhere now travel there from its old spot, along `route` if it has one. */
  glide(old: Map<BoatId, Spot>, ms: number, route: (id: BoatId) => readonly Point[] | null, sway = 1.4): void {
    const { stage } = this;
    for (const [id, now] of this.spots(stage.scene)) {
      const was = old.get(id);
      const drawing = stage.boat(id);
      if (!was || !drawing || this.falling.has(id) || (was.x === now.x && was.y === now.y && was.scale === now.scale))
        continue;
      if (stage.still) {
        this.run(drawing, [{ opacity: 0.1 }, { opacity: 1 }], Math.min(ms, 260));
        if (Math.hypot(was.x - now.x, was.y - now.y) > stage.plan.radius)
          this.add(
            { kind: 'trace', points: [was, now] },
            [{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }],
            620,
          );
        continue;
      }
      const path = route(id) ?? [was, now];
      const first = path[0] as Point;
      const last = path[path.length - 1] as Point;
      const frames = path.map((at, i) => {
        const share = i / Math.max(1, path.length - 1);
        const x = at.x + (was.x - first.x) * (1 - share) + (now.x - last.x) * share;
        const y = at.y + (was.y - first.y) * (1 - share) + (now.y - last.y) * share;
        const angle = was.angle + (now.angle - was.angle) * share + sway * Math.sin(share * Math.PI * 2);
        return { transform: move({ x, y }, angle, was.scale + (now.scale - was.scale) * share) };
      });
      if (frames.length === 1) frames.push({ transform: place(now) });
      this.run(drawing, frames, ms, 'cubic-bezier(.45,.05,.4,1)');
    }
  }

  /** Turn the whirlpool: only ever while something happens. */
  eddy(ms: number, degrees: number): void {
    const drawing = this.stage.piece('eddy');
    if (!drawing || this.stage.still) return;
    this.run(drawing, [{ transform: 'rotate(0deg)' }, { transform: `rotate(${degrees}deg)` }], ms, 'linear');
  }

  pennant(seat: number): Point {
    return pennant(this.stage.plan, seat, this.stage.seats);
  }

  /** Let a gem fly. */
  fly(gem: GemName, from: Point, to: Point, ms: number, size = 1.5): void {
    if (this.stage.still) {
      this.add(
        { kind: 'trace', points: [from, to] },
        [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }],
        ms,
      );
      return;
    }
    const height = 40 + Math.hypot(from.x - to.x, from.y - to.y) * 0.28;
    const frames = arc(from, to, height, 12).map((spot, i) => ({
      transform: move(spot, i * 3 - 18, 1.2 + (size - 1.2) * Math.sin((i / 12) * Math.PI)),
    }));
    this.add({ kind: 'gem', gem }, frames, ms);
  }

  /** Draw something for a while. */
  add(look: Effect['look'], frames: Keyframe[], ms: number, easing = 'ease-in-out'): void {
    const key = ++this.key;
    const { stage } = this;
    const now = performance.now();
    const ends = Math.ceil((now + ms) / TOGETHER) * TOGETHER;
    // The drops of a splash go together.
    if (!stage.effects.some((effect) => effect.ends === ends))
      setTimeout(() => (stage.effects = stage.effects.filter((effect) => effect.ends > ends)), ends - now);
    stage.effects = [...stage.effects, { key, look, frames, ms, easing, ends }];
  }

  /** Move the ground, in place of what moves it already. */
  film(ground: Element, frames: Keyframe[], ms: number): void {
    const before = this.#filming;
    this.#filming = this.run(ground, frames, ms, 'linear');
    before?.cancel();
  }

  /** Move a drawing. */
  run(drawing: Element, frames: Keyframe[], duration: number, easing = 'ease-in-out'): Animation {
    const animation = drawing.animate(frames, { duration, easing });
    this.running.add(animation);
    const done = (): void => void this.running.delete(animation);
    animation.onfinish = done;
    animation.oncancel = done;
    return animation;
  }
}
