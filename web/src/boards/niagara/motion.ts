/** Shows a turn: leads the scene on event by event and moves the drawings from where they were to where they are. */
import { tick } from 'svelte';
import type { CardName, NiagaraEvent as Event, GemName, Pushed } from '../../protocol';
import { mix, type Point, type Spot } from '../art/geometry';
import { armOf, type DiscName, DISCS, FIRST_KNOT, knotOf, type Plan } from './layouts';
import { berth, type CanoeId, moor, over, pennant, way } from './places';
import { after, homeOf, idOf, lifted, type Scene } from './scene';
import { type Beat, TUMBLE_MS } from './timetable';

/** Something that exists only while a turn is shown. */
export interface Effect {
  readonly key: number;
  readonly look:
    | { readonly kind: 'disc' | 'ring' | 'spray' | 'flash' }
    | { readonly kind: 'gem'; readonly gem: GemName }
    | { readonly kind: 'card'; readonly card: CardName; readonly seat: number }
    | { readonly kind: 'trace'; readonly points: readonly Point[] };
  readonly frames: Keyframe[];
  readonly ms: number;
  readonly easing: string;
}

/** What the player needs of the board. */
export interface Stage {
  readonly plan: Plan;
  readonly seats: number;
  /** Without movement: cross-fades, and a highlighted from → to. */
  readonly still: boolean;
  scene: Scene;
  effects: Effect[];
  canoe(id: CanoeId): SVGGElement | undefined;
  disc(name: DiscName): SVGGElement | undefined;
}

const move = ({ x, y }: Point, angle = 0, scale = 1): string =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${angle.toFixed(1)}deg) scale(${scale.toFixed(3)})`;

/** Put a spot into the transform of a drawing. */
export const place = (spot: Spot): string => move(spot, spot.angle, spot.scale);

/** Bend the straight line between two points upwards. */
export function arc(from: Point, to: Point, height: number, count = 8): Point[] {
  return Array.from({ length: count + 1 }, (_, i) => {
    const share = i / count;
    const flat = mix(from, to, share);
    return { x: flat.x, y: flat.y - height * 4 * share * (1 - share) };
  });
}

export class Player {
  private skipped = false;
  private wake: () => void = () => undefined;
  private readonly running = new Set<Animation>();
  private key = 0;
  /** When the last canoe or disc that went over the falls will have landed. */
  private landing = 0;

  constructor(private readonly stage: Stage) {}

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
    if (event.kind === 'push') await this.push(event, ms, old);
    else if (event.kind === 'paddled') {
      stage.scene = after(before, event);
      await tick();
      this.glide(old, ms, (id) =>
        id === idOf(event.seat, event.canoe) ? way(stage.plan, event.start, event.end) : null,
      );
    } else {
      stage.scene = lifted(before, event);
      const landed = await this.gesture(event, ms, old);
      if (!landed) await this.rest(ms);
      stage.scene = after(before, event);
      return;
    }
    await this.rest(ms);
  }

  private spots(scene: Scene): Map<CanoeId, Spot> {
    return moor(this.stage.plan, scene.canoes, this.stage.seats);
  }

  /** Let every canoe that lies elsewhere now travel there from its old spot, along `route` if it has one. */
  private glide(
    old: Map<CanoeId, Spot>,
    ms: number,
    route: (id: CanoeId) => readonly Point[] | null,
    sway = 1.4,
  ): void {
    const { stage } = this;
    for (const [id, now] of this.spots(stage.scene)) {
      const was = old.get(id);
      const drawing = stage.canoe(id);
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

  private async push(event: Pushed, ms: number, old: Map<CanoeId, Spot>): Promise<void> {
    const { stage } = this;
    const { plan } = stage;
    const moved = new Map(event.canoes.map((at) => [idOf(at.seat, at.canoe), at]));
    const from = new Map(stage.scene.canoes.map(({ id, place: at }) => [id, at]));
    stage.scene = after(stage.scene, event);
    await tick();
    const course = plan.courses[event.arm];
    this.landing = performance.now() + TUMBLE_MS;
    if (!stage.still) {
      for (const disc of DISCS) {
        if (disc.length > 1 && armOf(disc) !== event.arm) continue;
        const knot = knotOf(disc);
        const frames: Keyframe[] = course.walk(knot - 1, knot).map((at) => ({ transform: move(at) }));
        if (knot === FIRST_KNOT) Object.assign(frames[0] as Keyframe, { opacity: 0 });
        const drawing = stage.disc(disc);
        if (drawing) this.run(drawing, frames, ms, 'cubic-bezier(.4,0,.35,1)');
      }
      const brink = over(plan, event.arm, knotOf(`7${event.arm}`));
      const foot = brink[brink.length - 1] as Point;
      this.add(
        { kind: 'disc' },
        brink.map((at, i) => {
          const share = i / (brink.length - 1);
          return {
            transform: move(at, share * share * 100, 1 - 0.35 * share * share),
            opacity: share < 0.7 ? 1 : (1 - share) * 3.3,
          };
        }),
        TUMBLE_MS,
        'linear',
      );
      this.add(
        { kind: 'spray' },
        [
          { transform: move(foot, 0, 0.3), opacity: 0 },
          { transform: move(foot, 0, 0.6), opacity: 0.9, offset: 0.6 },
          { transform: move(foot, 0, 1.25), opacity: 0 },
        ],
        TUMBLE_MS,
      );
    }
    const riding = new Set<CanoeId>();
    for (const [id, at] of moved) {
      if (at.place !== 'lost') riding.add(id);
      else this.tumble(id, at.gem, event, old);
    }
    const kept = new Map([...old].filter(([id]) => moved.get(id)?.place !== 'lost'));
    this.glide(
      kept,
      ms,
      (id) => (riding.has(id) ? way(plan, from.get(id) ?? 'dock', moved.get(id)?.place ?? 'dock') : null),
      1,
    );
  }

  private tumble(id: CanoeId, gem: GemName | null, event: Pushed, old: Map<CanoeId, Spot>): void {
    const { stage } = this;
    const { plan } = stage;
    const was = old.get(id);
    const now = this.spots(stage.scene).get(id);
    const drawing = stage.canoe(id);
    if (!was || !now || !drawing) return;
    if (stage.still) {
      this.run(drawing, [{ opacity: 0 }, { opacity: 1 }], TUMBLE_MS);
      this.add({ kind: 'trace', points: [was, now] }, [{ opacity: 1 }, { opacity: 0 }], 900);
      return;
    }
    const fall = over(plan, event.arm, knotOf(`7${event.arm}`));
    const turn = id.endsWith('a') ? 360 : -360;
    const frames: Keyframe[] = [was, ...fall.slice(1, -1), now].map((at, i, all) => {
      const share = i / (all.length - 1);
      const steep = Math.max(0, (share - 0.35) / 0.65);
      return {
        transform: move(
          at,
          was.angle + (now.angle - was.angle + turn) * steep,
          was.scale + (now.scale - was.scale) * share,
        ),
      };
    });
    this.run(drawing, frames, TUMBLE_MS, 'linear');
    if (gem) {
      const home = plan.deposits[homeOf(gem)] as Point;
      this.fly(gem, fall[fall.length - 1] as Point, home, TUMBLE_MS);
    }
  }

  /** Show everything that is not a journey. Returns true when it has waited for the end itself. */
  private async gesture(event: Event, ms: number, old: Map<CanoeId, Spot>): Promise<boolean> {
    const { stage } = this;
    const { plan } = stage;
    const at = (seat: number, canoe: 'a' | 'b'): Point => old.get(idOf(seat, canoe)) ?? plan.dock.landing;
    switch (event.kind) {
      case 'loaded':
        this.fly(event.gem, plan.deposits[event.site] as Point, at(event.seat, event.canoe), ms);
        break;
      case 'unloaded':
        this.fly(event.gem, at(event.seat, event.canoe), plan.deposits[event.site] as Point, ms);
        break;
      case 'banked':
        this.fly(event.gem, at(event.seat, event.canoe), this.pennant(event.seat), ms, 1.9);
        break;
      case 'stolen': {
        const thief = at(event.seat, event.canoe);
        const victim = at(event.victim, event.victim_canoe);
        for (const spot of [thief, victim]) {
          this.add(
            { kind: 'flash' },
            [0, 1, 0.2, 1, 0].map((opacity) => ({ opacity, transform: move(spot) })),
            ms,
          );
        }
        this.fly(event.gem, victim, thief, ms, 1.7);
        break;
      }
      case 'rescued': {
        const back = after(stage.scene, event);
        if (event.gem) this.fly(event.gem, this.pennant(event.seat), plan.deposits[homeOf(event.gem)] as Point, ms);
        stage.scene = back;
        await tick();
        this.glide(old, ms, (id) =>
          id === idOf(event.seat, event.canoe)
            ? arc(at(event.seat, event.canoe), this.spots(back).get(id) ?? plan.dock.landing, 160)
            : null,
        );
        break;
      }
      case 'preserver':
        if (!stage.still) {
          const path = arc(this.pennant(stage.scene.first), this.pennant(event.seat), 60);
          this.add(
            { kind: 'ring' },
            path.map((spot, i) => ({ transform: move(spot, i * 45) })),
            ms,
          );
        }
        break;
      case 'revealed': {
        const spot = berth(plan, event.seat, stage.seats);
        const up = { x: spot.x, y: spot.y + (plan.name === 'wide' ? -70 : 130) };
        const open = move(up, -2, 1.25);
        this.add(
          { kind: 'card', card: event.card, seat: event.seat },
          [
            { transform: stage.still ? open : `${move(up, 0, 0.9)} scaleX(.04)`, opacity: 0 },
            { transform: open, opacity: 1, offset: 0.28 },
            { transform: open, opacity: 1, offset: 0.82 },
            { transform: stage.still ? open : move(up, 0, 1.05), opacity: 0 },
          ],
          ms + 240,
        );
        break;
      }
      default:
    }
    return false;
  }

  private pennant(seat: number): Point {
    return pennant(this.stage.plan, seat, this.stage.seats);
  }

  private fly(gem: GemName, from: Point, to: Point, ms: number, size = 1.5): void {
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

  private add(look: Effect['look'], frames: Keyframe[], ms: number, easing = 'ease-in-out'): void {
    const key = ++this.key;
    this.stage.effects = [...this.stage.effects, { key, look, frames, ms, easing }];
    setTimeout(() => {
      this.stage.effects = this.stage.effects.filter((effect) => effect.key !== key);
    }, ms);
  }

  private run(drawing: Element, frames: Keyframe[], duration: number, easing = 'ease-in-out'): void {
    const animation = drawing.animate(frames, { duration, easing });
    this.running.add(animation);
    const done = (): void => void this.running.delete(animation);
    animation.onfinish = done;
    animation.oncancel = done;
  }
}
