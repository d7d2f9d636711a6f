/** Shows what happened: leads the scene on event by event; canoes travel from where they were to where they are. */
import { tick } from 'svelte';
import { mix, type Point, type Spot } from '../art/geometry';
import { centre, type Chart, degrees, same, type Step, UNIT } from './chart';
import type { Mark } from './marks';
import { moor, place, towards } from './places';
import { after, type Scene } from './scene';
import { type Beat, DRIFT_MS, FALL, FALL_MS, PUSH_MS } from './timetable';
import type { CanyonEvent, Cell, Drift } from '../../protocol';
import type { Telling } from '../ui';

/** A place where something great happens. */
export interface Gaze {
  readonly at: Point;
  /** How many times as large as usual a space is in this look. */
  readonly near: number;
}

/** What the player needs of the board. */
export interface Stage {
  readonly map: Chart;
  /** Without movement: cross-fades only. */
  readonly still: boolean;
  scene: Scene;
  /** Whose canoe is looked at. */
  focus: number | null;
  /** What is looked at, wherever the canoe is that it happens to. */
  gaze: Gaze | null;
  /** What the water shows beside the canoes. */
  marks: readonly Mark[];
  canoe(seat: number): SVGGElement | undefined;
}

/** The camera's way back. */
const BACK_MS = 420;

/** Turn from one angle to another the short way round. */
const turn = (from: number, to: number): number => from + ((((to - from) % 360) + 540) % 360) - 180;

let marked = 0;

export class Player {
  /** How many times faster than usual the event at hand is shown. */
  private fast = 1;
  /** Somebody has seen enough of it. */
  private seen = false;
  private wake: () => void = () => undefined;
  private readonly running = new Set<Animation>();
  /** What has begun and is told a little later. */
  private untold: () => void = () => undefined;

  constructor(
    private readonly stage: Stage,
    private readonly telling?: Telling<CanyonEvent>,
  ) {}

  /** Show all beats; resolves at the end. */
  async play(beats: readonly Beat[]): Promise<void> {
    try {
      for (const beat of beats) {
        const { event } = beat;
        this.fast = this.telling?.pace(event) ?? 1;
        this.seen = false;
        if (beat.ms / this.fast > 0) await this.show(beat);
        else {
          this.stage.scene = after(this.stage.scene, event);
          this.tell(event, 0);
        }
      }
    } finally {
      this.stop();
      this.stage.focus = this.stage.gaze = null;
    }
  }

  /** Wait no longer for the event at hand. */
  skip(): void {
    this.stop();
    this.seen = true;
    this.wake();
  }

  /** Let an event be told when it is in sight what happens. */
  private tell(event: CanyonEvent, ms: number): void {
    const tell = (): void => {
      this.untold = () => undefined;
      clearTimeout(timer);
      this.telling?.tell(event);
    };
    const timer = ms > 0 && !this.seen ? setTimeout(tell, ms) : undefined;
    if (timer === undefined) tell();
    else this.untold = tell;
  }

  private stop(): void {
    this.untold();
    for (const animation of this.running) animation.cancel();
    this.stage.marks = [];
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

  private async show(beat: Beat): Promise<void> {
    const { stage } = this;
    const { event } = beat;
    const ms = beat.ms / this.fast;
    const turning = stage.scene.front === 'cards' && after(stage.scene, event).front === 'river';
    if (turning) {
      // The card table gives way before anybody paddles.
      stage.scene = { ...stage.scene, front: 'river', settled: [] };
      await this.rest(stage.still ? 0 : 460 / this.fast);
    }
    const old = moor(stage.map, stage.scene.canoes);
    if ('seat' in event && stage.scene.front === 'river') stage.focus = event.seat;
    const look = this.telling?.hurried() ? null : beat.look;
    const at = look && placeOf(stage, event);
    if (look && at) {
      // The camera is there before anything happens.
      stage.gaze = { at, near: look.near };
      await this.rest(look.before / this.fast);
    } else if (stage.gaze) {
      stage.gaze = null;
      await this.rest(BACK_MS / this.fast);
    }
    this.tell(event, beat.told / this.fast);
    stage.scene = after(stage.scene, event);
    await tick();
    if (!this.seen) this.travel(event, old, ms);
    await this.rest(ms + (at ? (look?.holds ?? 0) : 0) / this.fast);
  }

  private travel(event: CanyonEvent, old: ReadonlyMap<number, Spot>, ms: number): void {
    const { stage } = this;
    const now = moor(stage.map, stage.scene.canoes);
    const drifts = event.kind === 'drifted' ? event.chain : [];
    for (const [seat, to] of now) {
      const from = old.get(seat);
      const drawing = stage.canoe(seat);
      if (!from || !drawing) continue;
      const nth = drifts.findIndex((drift) => drift.seat === seat);
      const drift = drifts[nth];
      const own = 'seat' in event && event.seat === seat;
      if (from.x === to.x && from.y === to.y) {
        if (!own || stage.still) continue;
        if (event.kind === 'blocked' || event.kind === 'stays' || event.kind === 'lost_turn')
          this.balk(drawing, to, ms);
        if (event.kind === 'arrived') this.cheer(drawing, to, ms);
      } else if (stage.still) this.run(drawing, [{ opacity: 0.1 }, { opacity: 1 }], Math.min(ms, 260), 0);
      else if (drift) this.carry(drawing, from, to, drift, nth);
      else this.paddle(drawing, from, to, event.kind === 'moved' && own ? event.path : [], ms);
    }
  }

  /** Paddle along a path, stroke by stroke, with a wake. */
  private paddle(drawing: SVGGElement, from: Spot, to: Spot, cells: readonly Cell[], ms: number): void {
    const path = [from, ...cells.slice(1, -1).map(centre), to];
    drawing.dataset['moving'] = '';
    this.run(drawing, journey(path, from, to), ms, 0, 'linear', () => delete drawing.dataset['moving']);
    const legs = path.length - 1;
    path.slice(0, -1).forEach((here, i) => {
      const ahead = path[i + 1] as Point;
      for (const share of [0.25, 0.75])
        this.mark('wake', mix(here, ahead, share), towards(here, ahead), ((i + share) / legs) * ms);
    });
  }

  /** Let the current carry a canoe that nobody paddles: it swings, strikes the one ahead, and may go over the edge. */
  private carry(drawing: SVGGElement, from: Spot, to: Spot, drift: Drift, nth: number): void {
    const flow = flowAt(this.stage.map, drift.start);
    const delay = (nth * PUSH_MS) / this.fast;
    const aim = degrees(flow);
    if (nth > 0) this.mark('bump', ahead(from, flow, -0.42), aim, delay);
    if (drift.fell) this.fall(drawing, from, to, flow, delay);
    else {
      const swing = [0, 16, -11, 6, 0];
      const frames = swing.map((lean, i) => {
        const share = i / (swing.length - 1);
        const angle = i === swing.length - 1 ? to.angle : from.angle + lean;
        return { transform: place({ ...mix(from, to, share), angle, scale: to.scale }) };
      });
      this.run(drawing, frames, DRIFT_MS / this.fast, delay, 'cubic-bezier(.5,0,.3,1)');
      this.mark('wake', mix(from, to, 0.6), aim, delay + (DRIFT_MS * 0.5) / this.fast);
    }
  }

  /** Over the edge: to the lip, a moment there, down into the mist, a splash, silence, and up the gangway again. */
  private fall(drawing: SVGGElement, from: Spot, to: Spot, flow: Step, delay: number): void {
    const lip = ahead(from, flow, 0.55);
    const foot = ahead(from, flow, 1.75);
    const down = turn(from.angle, degrees(flow));
    let passed = 0;
    const then = (ms: number, spot: Spot, opacity: number, easing?: string): Keyframe => {
      passed += ms;
      return { transform: place(spot), opacity, offset: passed / FALL_MS, ...(easing ? { easing } : {}) };
    };
    const { scale } = from;
    const frames = [
      then(0, from, 1, 'ease-out'),
      then(FALL.drift, { ...lip, angle: mixed(from.angle, down, 0.7), scale }, 1, 'ease-in-out'),
      then(FALL.lip * 0.35, { ...ahead(lip, flow, 0.05), angle: down - 7, scale: scale * 1.05 }, 1, 'ease-in-out'),
      then(FALL.lip * 0.35, { ...ahead(lip, flow, 0.02), angle: down + 6, scale: scale * 1.03 }, 1, 'ease-in-out'),
      then(
        FALL.lip * 0.3,
        { ...ahead(lip, flow, 0.12), angle: down, scale: scale * 1.1 },
        1,
        'cubic-bezier(.6,0,1,.6)',
      ),
      then(FALL.plunge, { ...foot, angle: down + 70, scale: scale * 0.42 }, 1, 'linear'),
      then(1, { ...foot, angle: down + 70, scale: scale * 0.3 }, 0),
      then(FALL.splash + FALL.silence - 1, { ...to, scale: to.scale * 0.7 }, 0, 'ease-out'),
      then(FALL.climb, to, 1),
    ];
    this.run(drawing, frames, FALL_MS / this.fast, delay, 'linear');
    this.mark('splash', foot, 0, delay + (FALL.drift + FALL.lip + FALL.plunge) / this.fast);
  }

  private balk(drawing: SVGGElement, at: Spot, ms: number): void {
    const lean = [0, 7, -6, 3, 0];
    this.run(
      drawing,
      lean.map((angle) => ({ transform: place({ ...at, angle: at.angle + angle }) })),
      ms,
      0,
    );
  }

  private cheer(drawing: SVGGElement, at: Spot, ms: number): void {
    const swell = [1, 1.3, 1, 1.16, 1, 1.08, 1];
    this.run(
      drawing,
      swell.map((by) => ({ transform: place({ ...at, scale: at.scale * by }) })),
      ms,
      0,
    );
    for (const nth of [0, 1]) this.mark('cheer', at, nth * 11, nth * 340);
  }

  private mark(kind: Mark['kind'], { x, y }: Point, angle: number, delay: number): void {
    this.stage.marks = [...this.stage.marks, { id: marked++, kind, x, y, angle, after: Math.round(delay) }];
  }

  private run(
    drawing: Element,
    frames: Keyframe[],
    duration: number,
    delay: number,
    easing = 'ease-in-out',
    finished: () => void = () => undefined,
  ): void {
    const animation = drawing.animate(frames, { duration, delay, easing, fill: 'backwards' });
    this.running.add(animation);
    const done = (): void => {
      this.running.delete(animation);
      finished();
    };
    animation.onfinish = done;
    animation.oncancel = done;
  }
}

/** Find where something happens that is looked at closely. */
function placeOf({ map, scene }: Stage, event: CanyonEvent): Point | null {
  if (event.kind === 'arrived') return moor(map, scene.canoes).get(event.seat) ?? null;
  const fall = event.kind === 'drifted' ? event.chain.find(({ fell }) => fell) : undefined;
  return fall ? ahead(centre(fall.start), flowAt(map, fall.start), 0.8) : null;
}

const flowAt = (map: Chart, cell: Cell): Step => map.rapids.find((each) => same(each, cell))?.flow ?? [0, -1];

/** Go so many cells along a direction. */
const ahead = ({ x, y }: Point, [dx, dy]: Step, cells: number): Point => ({
  x: x + dx * cells * UNIT,
  y: y + dy * cells * UNIT,
});

const mixed = (a: number, b: number, share: number): number => a + (b - a) * share;

/** Ride along a path: the bow points ahead, every stroke pushes, and the canoe rocks a degree. */
function journey(path: readonly Point[], from: Spot, to: Spot): Keyframe[] {
  const legs = path.slice(1).map((end, i) => [path[i] as Point, end] as const);
  const frames: Keyframe[] = [];
  let angle = from.angle;
  legs.forEach(([start, end], leg) => {
    const bow = towards(start, end);
    const last = leg === legs.length - 1;
    // A stroke takes the canoe half of the way in a third of the time; then it glides.
    for (const [time, share] of [[0, 0], [0.33, 0.5], [0.66, 0.84], ...(last ? [[1, 1]] : [])] as [number, number][]) {
      const arrived = last && share === 1;
      angle += (turn(angle, arrived ? to.angle : bow) - angle) * (arrived ? 1 : 0.55);
      frames.push({
        transform: place({ ...mix(start, end, share), angle: angle + 2 * Math.sin(share * 6), scale: to.scale }),
        offset: (leg + time) / legs.length,
      });
    }
  });
  // The first frame lies exactly as the canoe is drawn.
  frames[0] = { transform: place(from), offset: 0 };
  return frames;
}
