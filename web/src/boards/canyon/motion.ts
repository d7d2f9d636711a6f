/** Shows what happened: leads the scene on event by event; canoes travel from where they were to where they are. */
import { tick } from 'svelte';
import { mix, type Point, type Spot } from '../art/geometry';
import { centre, type Chart } from './chart';
import { moor, place, towards } from './places';
import { after, type Scene } from './scene';
import { type Beat, TUMBLE_MS } from './timetable';
import type { CanyonEvent, Cell } from '../../protocol';
import type { Pace } from '../ui';

/** What the player needs of the board. */
export interface Stage {
  readonly map: Chart;
  /** Without movement: cross-fades only. */
  readonly still: boolean;
  scene: Scene;
  /** Whose canoe is looked at. */
  focus: number | null;
  canoe(seat: number): SVGGElement | undefined;
}

/** Turn from one angle to another the short way round. */
const turn = (from: number, to: number): number => from + ((((to - from) % 360) + 540) % 360) - 180;

export class Player {
  /** How many times faster than usual the event at hand is shown. */
  private fast = 1;
  /** Somebody has seen enough of it. */
  private seen = false;
  private wake: () => void = () => undefined;
  private readonly running = new Set<Animation>();

  constructor(
    private readonly stage: Stage,
    private readonly pace: Pace<CanyonEvent> = () => 1,
  ) {}

  /** Show all beats; resolves at the end. */
  async play(beats: readonly Beat[]): Promise<void> {
    try {
      for (const { event, ms } of beats) {
        this.fast = this.pace(event);
        this.seen = false;
        if (ms / this.fast > 0) await this.show({ event, ms: ms / this.fast });
        else this.stage.scene = after(this.stage.scene, event);
      }
    } finally {
      for (const animation of this.running) animation.cancel();
      this.stage.focus = null;
    }
  }

  /** Wait no longer for the event at hand. */
  skip(): void {
    for (const animation of this.running) animation.cancel();
    this.seen = true;
    this.wake();
  }

  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.seen) this.wake();
    });
  }

  private async show({ event, ms }: Beat): Promise<void> {
    const { stage } = this;
    const turning = stage.scene.front === 'cards' && after(stage.scene, event).front === 'river';
    if (turning) {
      // The card table gives way before anybody paddles.
      stage.scene = { ...stage.scene, front: 'river', settled: [] };
      await this.rest(stage.still ? 0 : 460 / this.fast);
    }
    const old = moor(stage.map, stage.scene.canoes);
    if ('seat' in event && stage.scene.front === 'river') stage.focus = event.seat;
    stage.scene = after(stage.scene, event);
    await tick();
    this.travel(event, old, ms);
    await this.rest(ms);
  }

  private travel(event: CanyonEvent, old: ReadonlyMap<number, Spot>, ms: number): void {
    const { stage } = this;
    const now = moor(stage.map, stage.scene.canoes);
    const route = (seat: number): readonly Cell[] | null =>
      event.kind === 'moved' && event.seat === seat ? event.path : null;
    const drifts = event.kind === 'drifted' ? event.chain : [];
    for (const [seat, to] of now) {
      const from = old.get(seat);
      const drawing = stage.canoe(seat);
      if (!from || !drawing) continue;
      const nth = drifts.findIndex((drift) => drift.seat === seat);
      if (from.x === to.x && from.y === to.y) {
        if ((event.kind === 'blocked' || event.kind === 'stays' || event.kind === 'lost_turn') && event.seat === seat)
          this.balk(drawing, to, ms);
        if (event.kind === 'arrived' && event.seat === seat) this.cheer(drawing, to, ms);
        continue;
      }
      if (stage.still) this.run(drawing, [{ opacity: 0.1 }, { opacity: 1 }], Math.min(ms, 260), 0);
      else if (drifts[nth]?.fell) this.tumble(drawing, from, to, drifts[nth].start, (nth * 170) / this.fast);
      else {
        const cells = route(seat);
        const path = cells && cells.length > 1 ? [from, ...cells.slice(1, -1).map(centre), to] : [from, to];
        const time = nth < 0 ? ms : 320 / this.fast;
        this.run(
          drawing,
          journey(path, from, to),
          time,
          (Math.max(0, nth) * 170) / this.fast,
          'cubic-bezier(.45,.05,.4,1)',
        );
      }
    }
  }

  /** Over the edge, head over heels, and up the gangway again. */
  private tumble(drawing: SVGGElement, from: Spot, to: Spot, start: Cell, delay: number): void {
    const flow = this.stage.map.rapids.find(({ column, row }) => column === start.column && row === start.row)
      ?.flow ?? [0, -1];
    const brink = { x: from.x + flow[0] * 62, y: from.y + flow[1] * 62 };
    const foot = { x: from.x + flow[0] * 112, y: from.y + flow[1] * 112 };
    const frames: Keyframe[] = [
      { transform: place(from) },
      { transform: place({ ...brink, angle: from.angle + 60, scale: from.scale }), offset: 0.3 },
      { transform: place({ ...foot, angle: from.angle + 300, scale: from.scale * 0.55 }), opacity: 0.15, offset: 0.58 },
      { transform: place({ ...to, angle: to.angle, scale: to.scale * 0.5 }), opacity: 0, offset: 0.62 },
      { transform: place(to), opacity: 1 },
    ];
    this.run(drawing, frames, (TUMBLE_MS + 120) / this.fast, delay, 'linear');
  }

  private balk(drawing: SVGGElement, at: Spot, ms: number): void {
    if (this.stage.still) return;
    const lean = [0, 7, -6, 3, 0];
    this.run(
      drawing,
      lean.map((angle) => ({ transform: place({ ...at, angle: at.angle + angle }) })),
      ms,
      0,
    );
  }

  private cheer(drawing: SVGGElement, at: Spot, ms: number): void {
    if (this.stage.still) return;
    const swell = [1, 1.35, 1, 1.18, 1];
    this.run(
      drawing,
      swell.map((by) => ({ transform: place({ ...at, scale: at.scale * by }) })),
      ms,
      0,
    );
  }

  private run(drawing: Element, frames: Keyframe[], duration: number, delay: number, easing = 'ease-in-out'): void {
    const animation = drawing.animate(frames, { duration, delay, easing, fill: 'backwards' });
    this.running.add(animation);
    const done = (): void => void this.running.delete(animation);
    animation.onfinish = done;
    animation.oncancel = done;
  }
}

/** Ride along a path: the bow points ahead, and the canoe rocks a degree. */
function journey(path: readonly Point[], from: Spot, to: Spot): Keyframe[] {
  const legs = path.slice(1).map((end, i) => [path[i] as Point, end] as const);
  const frames: Keyframe[] = [];
  let angle = from.angle;
  legs.forEach(([start, end], leg) => {
    const ahead = towards(start, end);
    for (const share of leg === legs.length - 1 ? [0, 0.35, 0.7, 1] : [0, 0.35, 0.7]) {
      const aim = leg === legs.length - 1 && share === 1 ? to.angle : ahead;
      angle += (turn(angle, aim) - angle) * (share === 1 ? 1 : 0.55);
      frames.push({
        transform: place({ ...mix(start, end, share), angle: angle + Math.sin(share * 6), scale: to.scale }),
        offset: (leg + share) / legs.length,
      });
    }
  });
  // The last frame lies exactly as the canoe is drawn, if perhaps a whole turn away.
  frames[0] = { transform: place(from), offset: 0 };
  return frames;
}
