/** Shows a turn: leads the scene on event by event and moves the drawings from where they were to where they are. */
import { tick } from 'svelte';
import type { NiagaraEvent as Event, GemName, PlaceName } from '../../protocol';
import type { Point, Spot } from '../art/geometry';
import { push, tumble } from './flow';
import { gesture } from './gestures';
import { armOf, wet } from './layouts';
import { type BoatId, moor, pennant, way } from './places';
import { boatsOf, idOf, type Scene } from './scene';
import { arc, type Effect, move, place, type Stage } from './stage';
import { after, lifted } from './story';
import type { Beat } from './timetable';

/** Give the boat that an event takes somewhere by water, and from where to where. */
function journey(event: Event): { id: BoatId; start: PlaceName; end: PlaceName } | null {
  switch (event.kind) {
    case 'paddled':
    case 'swirled':
    case 'swept':
      return { id: idOf(event.seat, event.canoe), start: event.start, end: event.end };
    case 'joe_paddled':
      return { id: 'joe', start: event.start, end: event.end };
    default:
      return null;
  }
}

export class Player {
  private skipped = false;
  private wake: () => void = () => undefined;
  private readonly running = new Set<Animation>();
  private key = 0;
  /** When the last thing that went over the falls will have landed. */
  landing = 0;

  constructor(readonly stage: Stage) {}

  /** Show all beats; resolves at the end, at once after `skip`, and at once in a hidden tab. */
  async play(beats: readonly Beat[]): Promise<void> {
    const hidden = (): void => {
      if (document.hidden) this.skip();
    };
    document.addEventListener('visibilitychange', hidden);
    try {
      hidden();
      for (const beat of beats) {
        if (this.skipped || beat.ms <= 0) this.stage.scene = after(this.stage.scene, beat.event);
        else await this.show(beat);
      }
      await this.rest(this.landing - performance.now());
    } finally {
      document.removeEventListener('visibilitychange', hidden);
      for (const animation of this.running) animation.cancel();
      this.stage.effects = [];
    }
  }

  /** Jump to the end. */
  skip(): void {
    this.skipped = true;
    this.wake();
  }

  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.skipped) this.wake();
    });
  }

  private async show({ event, ms }: Beat): Promise<void> {
    const { stage } = this;
    const before = stage.scene;
    const old = this.spots(before);
    const trip = journey(event);
    if (event.kind === 'push') await push(this, event, ms, old);
    else if (trip) {
      stage.scene = after(before, event);
      await tick();
      if (event.kind === 'swirled' || event.kind === 'swept') this.eddy(ms, 300);
      const { start } = trip;
      if (trip.end === 'lost' && wet(start))
        tumble(this, trip.id, event.kind === 'swept' ? event.gems : [], trip.id === 'joe' ? 'R' : armOf(start), old);
      else this.glide(old, ms, (id) => (id === trip.id ? way(stage.plan, start, trip.end) : null));
    } else {
      stage.scene = lifted(before, event);
      await gesture(this, event, ms, old);
      await this.rest(ms);
      stage.scene = after(before, event);
      return;
    }
    await this.rest(ms);
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
      if (!was || !drawing || (was.x === now.x && was.y === now.y && was.scale === now.scale)) continue;
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
    this.stage.effects = [...this.stage.effects, { key, look, frames, ms, easing }];
    setTimeout(() => {
      this.stage.effects = this.stage.effects.filter((effect) => effect.key !== key);
    }, ms);
  }

  /** Move a drawing. */
  run(drawing: Element, frames: Keyframe[], duration: number, easing = 'ease-in-out'): void {
    const animation = drawing.animate(frames, { duration, easing });
    this.running.add(animation);
    const done = (): void => void this.running.delete(animation);
    animation.onfinish = done;
    animation.oncancel = done;
  }
}
