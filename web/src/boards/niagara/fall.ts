/** Shows how a boat goes over the falls: it rides to the lip, hangs there, plunges, and drifts in the pool once the splash has settled. */
import type { Arm, GemName } from '../../protocol';
import { mix, type Point, type Spot } from '../art/geometry';
import { BRINK, knotOf } from './layouts';
import type { Mover } from './mover';
import { type BoatId, over } from './places';
import { arc, move } from './stage';
import { homeOf } from './story';
import { FALL_MS, GEM_MS, LIP_MS, PLUNGE_MS, PUSH_MS, QUIET_MS, SPLASH_MS, TIP_MS } from './falling';

/** Where a falling boat is at a time of its fall. */
interface Pose extends Spot {
  readonly ms: number;
  readonly opacity: number;
}

const FOOT = TIP_MS + PLUNGE_MS;
/** The splash is drawn so long before it is seen. */
const BEFORE = 80;
/** How it rocks at the lip: shares of the way to lying as the water falls. */
const ROCKING = [0.1, 0.34, 0.2, 0.48];
const PLUNGING = [0.25, 0.5, 0.75, 1];
/** Where the drops of the splash fly to, from its foot. */
const DROPS: readonly (readonly [x: number, y: number])[] = [
  [-88, 30],
  [-54, -8],
  [-20, 44],
  [26, -4],
  [58, 38],
  [92, 12],
];

/** Send a boat over the falls; its gems go with it, and fly home from there. */
export function tumble(mover: Mover, id: BoatId, gems: readonly GemName[], arm: Arm, old: Map<BoatId, Spot>): void {
  const { stage, fast } = mover;
  const { plan } = stage;
  const was = old.get(id);
  const now = mover.spots(stage.scene).get(id);
  const drawing = stage.boat(id);
  if (!was || !now || !drawing) return;
  mover.landing = performance.now() + FALL_MS / fast;
  if (stage.still) {
    mover.run(drawing, [{ opacity: 0 }, { opacity: 1 }], SPLASH_MS / fast);
    mover.add({ kind: 'trace', points: [was, now] }, [{ opacity: 1 }, { opacity: 0 }], 900 / fast);
    return;
  }
  mover.falling.add(id);
  const path = over(plan, arm, knotOf(`7${arm}`));
  const foot = path[path.length - 1] as Point;
  const fall = poses(was, now, plan.courses[arm].at(BRINK), foot);
  mover.run(drawing, frames(fall, FALL_MS - QUIET_MS), (FALL_MS - QUIET_MS) / fast, 'linear');
  mover.soon((FOOT - BEFORE) / fast, () => splash(mover, foot));
  const sunk = fall.filter(({ ms }) => ms <= FOOT);
  for (const gem of gems) {
    const home = plan.deposits[homeOf(gem)] as Point;
    const flight = arc(foot, home, 60 + Math.hypot(foot.x - home.x, foot.y - home.y) * 0.28, 10).map((at, i): Pose => {
      const ms = FOOT + 60 + (GEM_MS * i) / 10;
      return { ...at, ms, angle: i * 3, scale: 1.2 + 0.4 * Math.sin((i / 10) * Math.PI), opacity: Math.min(1, i / 2) };
    });
    const all = FOOT + 60 + GEM_MS;
    mover.add({ kind: 'gem', gem }, frames([...sunk, ...flight], all), all / fast, 'linear');
  }
}

/** List where the boat is, one time after the other. */
function poses(was: Spot, now: Spot, lip: Point, foot: Point): Pose[] {
  const drop = (Math.atan2(foot.y - lip.y, foot.x - lip.x) * 180) / Math.PI;
  const tip = ((drop - was.angle + 540) % 360) - 180;
  const dive = Math.abs(tip) > 90 ? tip - Math.sign(tip) * 180 : tip;
  const leaning = (share: number): number => was.angle + dive * share;
  return [
    { ...was, ms: 0, opacity: 1 },
    ...ROCKING.map((share, i) => ({
      ...mix(was, lip, 0.82 + 0.06 * i),
      ms: PUSH_MS + (LIP_MS * i) / (ROCKING.length - 1),
      angle: leaning(share),
      scale: was.scale,
      opacity: 1,
    })),
    ...PLUNGING.map((share) => ({
      ...mix(lip, foot, share * share),
      ms: TIP_MS + PLUNGE_MS * share,
      angle: leaning(0.48 + 0.6 * share),
      scale: was.scale * (1 - 0.4 * share),
      opacity: share < 0.7 ? 1 : (1 - share) * 3.3,
    })),
    { ...now, ms: FOOT + 0.35 * SPLASH_MS, scale: now.scale * 0.7, opacity: 0 },
    { ...now, ms: FOOT + SPLASH_MS, opacity: 1 },
    { ...now, ms: FALL_MS - QUIET_MS, opacity: 1 },
  ];
}

function frames(all: readonly Pose[], ms: number): Keyframe[] {
  return all.map((at) => ({
    transform: move(at, at.angle, at.scale),
    opacity: at.opacity,
    offset: Math.min(1, at.ms / ms),
  }));
}

/** Let spray burst and drops fly where the boat hits the pool. */
function splash(mover: Mover, foot: Point): void {
  const all = BEFORE + SPLASH_MS;
  const hit = BEFORE / all;
  const show = (kind: 'spray' | 'drop', after: readonly Keyframe[]): void =>
    mover.add({ kind }, [{ ...after[0], offset: 0 }, ...after], all / mover.fast, 'ease-out');
  show('spray', [
    { transform: move(foot, 0, 0.3), opacity: 0, offset: hit - 0.08 },
    { transform: move(foot, 0, 1), opacity: 1, offset: hit + 0.08 },
    { transform: move(foot, 0, 1.7), opacity: 0, offset: 1 },
  ]);
  for (const [x, y] of DROPS) {
    const flight = arc(foot, { x: foot.x + x, y: foot.y + y }, 90 - Math.abs(x) * 0.4, 4);
    show(
      'drop',
      flight.map((at, i) => ({
        transform: move(at, 0, 1.3 - i * 0.2),
        opacity: i === 0 || i === 4 ? 0 : 1,
        offset: hit + ((1 - hit) * i) / 4,
      })),
    );
  }
}
