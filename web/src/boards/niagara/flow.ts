/** Shows the river: a push carries discs and all that is on them, and over the falls what is on the last. */
import { tick } from 'svelte';
import type { Arm, GemName, Pushed } from '../../protocol';
import type { Point, Spot } from '../art/geometry';
import { armOf, discAt, type DiscName, DISCS, FIRST_KNOT, knotOf, type Plan, wet } from './layouts';
import { tumble } from './fall';
import type { Mover } from './mover';
import { beaverAt, type BoatId, over, way } from './places';
import { idOf, type Scene } from './scene';
import { move } from './stage';
import { after } from './story';
import { TUMBLE_MS } from './falling';

const PUSHING = 'cubic-bezier(.4,0,.35,1)';
/** How far a push turns the whirlpool, in degrees. */
const TURN = 110;
/** How many times as long as the push its wake is seen. */
const WAKE = 2;
/** How far behind a disc's middle its wake is how wide, in knots and radii: two lines that meet again. */
const TAIL = [
  [0.05, 1.06],
  [0.25, 0.98],
  [0.45, 0.72],
  [0.6, 0.42],
] as const;

/** Show one push. */
export async function push(mover: Mover, event: Pushed, ms: number, old: Map<BoatId, Spot>): Promise<void> {
  const { stage } = mover;
  const { plan } = stage;
  const { joe, ...before } = stage.scene;
  const from = new Map<BoatId, string>(before.canoes.map(({ id, place }) => [id, place]));
  const moved = new Map<BoatId, { place: string; gems: readonly GemName[] }>(
    event.canoes.map((at) => [idOf(at.seat, at.canoe), at]),
  );
  for (const { what, place } of event.others) {
    if (what === 'joe' && joe) {
      from.set('joe', joe.place);
      moved.set('joe', { place, gems: joe.cargo && place === 'lost' ? [joe.cargo] : [] });
    }
  }
  stage.scene = after(stage.scene, event);
  await tick();
  mover.foaming = performance.now() + TUMBLE_MS / mover.fast;
  if (!stage.still) {
    discs(mover, event.arm, ms);
    const carries = carried(before, `7${event.arm}`);
    // Canoes and discs come first, for they are seen to move: what the water does then is not begun in the same frame.
    mover.next(() => {
      stir(mover, event.arm, ms);
      fall(mover, event.arm, carries);
    });
    drift(mover, event, ms, before);
  } else fade(mover, event, ms);
  for (const [id, { place, gems }] of moved) {
    if (place === 'lost') tumble(mover, id, gems, event.arm, old);
  }
  const kept = new Map([...old].filter(([id]) => moved.get(id)?.place !== 'lost'));
  mover.glide(
    kept,
    ms,
    (id) => {
      const was = from.get(id) as Parameters<typeof way>[1] | undefined;
      const now = moved.get(id)?.place as typeof was;
      return was && now ? way(plan, was, now) : null;
    },
    1,
  );
}

function carried(scene: Pick<Scene, 'whirlpool' | 'beaver'>, disc: string): ('whirlpool' | 'beaver')[] {
  return (['whirlpool', 'beaver'] as const).filter((what) => scene[what] === disc);
}

/** Let every disc of the arm and the main channel come from the place above it. */
function discs(mover: Mover, arm: Arm, ms: number): void {
  const { stage } = mover;
  const course = stage.plan.courses[arm];
  for (const disc of DISCS) {
    if (disc.length > 1 && armOf(disc) !== arm) continue;
    const knot = knotOf(disc);
    const frames: Keyframe[] = course.walk(knot - 1, knot).map((at) => ({ transform: move(at) }));
    if (knot === FIRST_KNOT) Object.assign(frames[0] as Keyframe, { opacity: 0 });
    const drawing = stage.disc(disc);
    if (drawing) mover.run(drawing, frames, ms, PUSHING);
  }
}

/** Let every disc that moves leave a wake. */
function stir(mover: Mover, arm: Arm, ms: number): void {
  mover.add(
    {
      kind: 'wake',
      low: true,
      lines: DISCS.filter((disc) => knotOf(disc) > FIRST_KNOT).flatMap((disc) => wake(mover.stage.plan, arm, disc)),
    },
    [{ opacity: 0 }, { opacity: 0.9, offset: 0.5 }, { opacity: 0 }],
    ms * WAKE,
  );
}

/** Trace what a disc stirs up on both sides behind it; nothing behind a disc of the other arm. */
function wake(plan: Plan, arm: Arm, disc: DiscName): Point[][] {
  if (disc.length > 1 && armOf(disc) !== arm) return [];
  const course = plan.courses[arm];
  const knot = knotOf(disc);
  return [-1, 1].map((side) =>
    TAIL.map(([back, wide]) => {
      const { x, y } = course.at(knot - back);
      const across = ((course.heading(knot - back) + side * 90) * Math.PI) / 180;
      const out = plan.radius * wide;
      return { x: x + Math.cos(across) * out, y: y + Math.sin(across) * out };
    }),
  );
}

/** Send the last disc over the falls, with what it carries. */
function fall(mover: Mover, arm: Arm, carries: ('whirlpool' | 'beaver')[]): void {
  const brink = over(mover.stage.plan, arm, knotOf(`7${arm}`));
  const foot = brink[brink.length - 1] as Point;
  mover.add(
    { kind: 'disc', low: true, carries },
    brink.map((at, i) => {
      const share = i / (brink.length - 1);
      return {
        transform: move(at, share * share * 100, 1 - 0.35 * share * share),
        opacity: share < 0.7 ? 1 : (1 - share) * 3.3,
      };
    }),
    TUMBLE_MS / mover.fast,
    'linear',
  );
  mover.add(
    { kind: 'spray' },
    [
      { transform: move(foot, 0, 0.3), opacity: 0 },
      { transform: move(foot, 0, 0.6), opacity: 0.9, offset: 0.6 },
      { transform: move(foot, 0, 1.25), opacity: 0 },
    ],
    TUMBLE_MS / mover.fast,
  );
}

/** Carry whirlpool and beaver along with their discs. */
function drift(mover: Mover, event: Pushed, ms: number, before: Pick<Scene, 'whirlpool' | 'beaver'>): void {
  const { plan } = mover.stage;
  const course = plan.courses[event.arm];
  for (const { what, place } of event.others) {
    const drawing = what === 'joe' ? undefined : mover.stage.piece(what);
    if (!drawing || what === 'joe' || !wet(place)) continue;
    const was = before[what];
    const scale = plan.radius / 60;
    const knot = knotOf(place);
    const shift = what === 'beaver' ? beaverAt(plan, place) : discAt(plan, place);
    const centre = discAt(plan, place);
    const start = what === 'beaver' && wet(was) ? beaverAt(plan, was) : null;
    const frames: Keyframe[] = course.walk(knot - 1, knot).map((at, i, all) => {
      const share = i / (all.length - 1);
      const first = all[0] as Point;
      const dx = (shift.x - centre.x) * share + (start ? (start.x - first.x) * (1 - share) : 0);
      const dy = (shift.y - centre.y) * share + (start ? (start.y - first.y) * (1 - share) : 0);
      return { transform: move({ x: at.x + dx, y: at.y + dy }, 0, scale) };
    });
    if (!wet(was)) Object.assign(frames[0] as Keyframe, { opacity: 0 });
    mover.run(drawing, frames, ms, PUSHING);
    if (what === 'whirlpool') mover.eddy(ms, TURN);
  }
}

function fade(mover: Mover, event: Pushed, ms: number): void {
  for (const { what } of event.others) {
    const drawing = what === 'joe' ? undefined : mover.stage.piece(what);
    if (drawing) mover.run(drawing, [{ opacity: 0.1 }, { opacity: 1 }], Math.min(ms, 260));
  }
}
