/** Moves the camera: the picture comes near to where something great happens, and goes back again. */
import type { NiagaraEvent as Event, PlaceName } from '../../protocol';
import { mix, type Point, type Spot } from '../art/geometry';
import { armOf, knotOf, wet } from './layouts';
import type { Look } from './moments';
import type { Mover } from './mover';
import { type BoatId, over } from './places';
import { idOf } from './scene';
import type { Lens } from './stage';

/** Share of its time that the camera needs for the way there, where that does not come first. */
const WAY = 0.24;
/** Milliseconds of its way back, at most. */
const BACK_MS = 420;
const EASING = 'cubic-bezier(.4,0,.2,1)';

/** Come near for an event that lasts so long; what is near already goes on from where it is. */
export function near(mover: Mover, at: Point, look: Look, ms: number): void {
  const { ground, picture } = mover.stage;
  const filming = performance.now() < mover.filmed;
  // Where it is seen from afar: the picture that is near is measured no more.
  if (!filming) mover.lens = lensOf(picture);
  const { lens } = mover;
  if (!ground || !lens) return;
  const all = (look.before + ms + look.holds + look.after) / mover.fast;
  mover.filmed = performance.now() + all;
  const { toScreen, frame } = lens;
  const shift = (place: number, start: number, size: number): number =>
    Math.min(0, Math.max(size * (1 - look.near), size / 2 - look.near * (place - start)));
  const x = shift(toScreen.a * at.x + toScreen.e, frame.left, frame.width);
  const y = shift(toScreen.d * at.y + toScreen.f, frame.top, frame.height);
  const close = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${look.near})`;
  const far = filming ? getComputedStyle(ground).transform : 'none';
  const there = look.before / mover.fast / all || WAY;
  const back = Math.max(there, 1 - Math.min(look.after, BACK_MS) / mover.fast / all);
  const frames = [far, close, close, 'none'].map((transform, i) => ({
    transform,
    transformOrigin: '0 0',
    offset: [0, there, back, 1][i] ?? 1,
    easing: EASING,
  }));
  mover.film(ground, frames, all);
}

function lensOf(picture: SVGSVGElement | undefined): Lens | null {
  const toScreen = picture?.getScreenCTM();
  return picture && toScreen ? { toScreen, frame: picture.getBoundingClientRect() } : null;
}

/** Find what an event's look is at; `old` is where the boats lie before it. */
export function whereabouts(mover: Mover, event: Event, old: ReadonlyMap<BoatId, Spot>): Point | null {
  const { plan, you } = mover.stage;
  const at = (seat: number, canoe: 'a' | 'b'): Point => old.get(idOf(seat, canoe)) ?? plan.dock.landing;
  const falling = (from: Point, place: PlaceName): Point | null => {
    if (!wet(place)) return null;
    const path = over(plan, armOf(place), knotOf(`7${armOf(place)}`));
    return mix(from, path[path.length - 1] ?? from, 0.7);
  };
  switch (event.kind) {
    case 'push': {
      const lost = event.canoes.filter(({ place }) => place === 'lost');
      const own = lost.find(({ seat }) => seat === you) ?? lost.find(({ gems }) => gems.length > 0);
      return own ? falling(at(own.seat, own.canoe), `7${event.arm}`) : null;
    }
    case 'swept':
      return falling(at(event.seat, event.canoe), event.start);
    case 'stolen':
      return mix(at(event.seat, event.canoe), at(event.victim, event.victim_canoe), 0.5);
    case 'joe_took':
    case 'joe_swapped':
      return mix(at(event.seat, event.canoe), old.get('joe') ?? at(event.seat, event.canoe), 0.5);
    case 'banked':
      return mix(at(event.seat, event.canoe), mover.pennant(event.seat), 0.5);
    case 'goal':
      return mover.pennant(event.seat);
    case 'over':
      return event.winners[0] === undefined ? null : mover.pennant(event.winners[0]);
    default:
      return null;
  }
}
