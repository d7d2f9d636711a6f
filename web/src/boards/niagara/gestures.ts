/** Shows what is no journey by water: gems that change hands, cards, the life preserver, what belongs to nobody. */
import { tick } from 'svelte';
import type { CanoeName, NiagaraEvent as Event } from '../../protocol';
import type { Point, Spot } from '../art/geometry';
import { tumble } from './fall';
import { armOf, wet } from './layouts';
import type { Mover } from './mover';
import { berth, type BoatId, mooseAt } from './places';
import { idOf, type Scene } from './scene';
import { arc, move } from './stage';
import { after, homeOf } from './story';

type Old = Map<BoatId, Spot>;

/** Begin to show an event whose scene is `lifted` already; the caller waits for its end. */
export async function gesture(mover: Mover, event: Event, ms: number, old: Old): Promise<void> {
  const { stage } = mover;
  const { plan } = stage;
  const at = (seat: number, canoe: CanoeName): Point => old.get(idOf(seat, canoe)) ?? plan.dock.landing;
  const joe = (): Point => old.get('joe') ?? plan.dock.landing;
  switch (event.kind) {
    case 'loaded':
      mover.fly(event.gem, plan.deposits[event.site] as Point, at(event.seat, event.canoe), ms);
      break;
    case 'unloaded':
      mover.fly(event.gem, at(event.seat, event.canoe), plan.deposits[event.site] as Point, ms);
      break;
    case 'joe_loaded':
      mover.fly(event.gem, plan.deposits[event.site] as Point, joe(), ms);
      break;
    case 'banked':
      mover.fly(event.gem, at(event.seat, event.canoe), mover.pennant(event.seat), ms, 1.9);
      break;
    case 'stolen': {
      const thief = at(event.seat, event.canoe);
      const victim = at(event.victim, event.victim_canoe);
      flash(mover, [thief, victim], ms);
      mover.fly(event.gem, victim, thief, ms, 1.7);
      break;
    }
    case 'joe_took':
    case 'joe_gave':
    case 'joe_swapped': {
      const canoe = at(event.seat, event.canoe);
      flash(mover, [canoe, joe()], ms);
      if (event.kind === 'joe_took') mover.fly(event.gem, joe(), canoe, ms, 1.7);
      else mover.fly(event.gem, canoe, joe(), ms, 1.7);
      if (event.kind === 'joe_swapped') mover.fly(event.joe_gem, joe(), canoe, ms, 1.7);
      break;
    }
    case 'rescued': {
      const back = after(stage.scene, event);
      if (event.gem) mover.fly(event.gem, mover.pennant(event.seat), plan.deposits[homeOf(event.gem)] as Point, ms);
      stage.scene = back;
      await tick();
      mover.glide(old, ms, (id) =>
        id === idOf(event.seat, event.canoe)
          ? arc(at(event.seat, event.canoe), mover.spots(back).get(id) ?? plan.dock.landing, 160)
          : null,
      );
      break;
    }
    case 'tied': {
      stage.scene = after(stage.scene, event);
      const own = stage.scene.canoes.filter(({ seat, place }) => seat === event.seat && wet(place));
      flash(
        mover,
        own.map(({ seat, name }) => at(seat, name)),
        ms,
      );
      break;
    }
    case 'joe_fell':
      await joeFalls(mover, event, old);
      break;
    case 'joe_restarted': {
      stage.scene = after(stage.scene, event);
      await tick();
      const path = arc(joe(), mover.spots(stage.scene).get('joe') ?? plan.dock.landing, 120);
      mover.glide(old, ms, (id) => (id === 'joe' ? path : null));
      break;
    }
    case 'moose_taken':
    case 'moose_free':
      await mooseGoes(mover, event, ms);
      break;
    case 'beaver': {
      stage.scene = after(stage.scene, event);
      await tick();
      const drawing = stage.piece('beaver');
      if (drawing) mover.run(drawing, [{ opacity: 0 }, { opacity: 1 }], ms);
      break;
    }
    case 'goal':
      flash(mover, [mover.pennant(event.seat)], ms);
      break;
    case 'over':
      for (const seat of event.winners) flash(mover, [mover.pennant(seat)], ms);
      break;
    case 'weather':
      // With the words that tell of it.
      stage.scene = after(stage.scene, event);
      break;
    case 'river':
      stage.scene = after(stage.scene, event);
      lay(mover, event.lowest, ms);
      break;
    case 'preserver':
      if (!stage.still) {
        const path = arc(mover.pennant(stage.scene.first), mover.pennant(event.seat), 60);
        mover.add(
          { kind: 'ring' },
          path.map((spot, i) => ({ transform: move(spot, i * 45) })),
          ms,
        );
      }
      break;
    case 'revealed': {
      const up = tableAt(mover, event.seat);
      const open = move(up, -2, 1.25);
      mover.add(
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
}

/** Find where a seat's card lies open. */
function tableAt({ stage: { plan, seats } }: Mover, seat: number): Point {
  const spot = berth(plan, seat, seats);
  // Whole, also at the edge of a phone.
  return { x: Math.max(64, spot.x), y: spot.y + (plan.name === 'wide' ? -70 : 130) };
}

/** Lay the cards of all open together; the lowest, which the river follows, rises over the others. */
function lay(mover: Mover, lowest: number, ms: number): void {
  const { scene, seats, still } = mover.stage;
  const room = seats > 1 ? Math.abs(tableAt(mover, 1).x - tableAt(mover, 0).x) / 104 : 1;
  const size = Math.min(0.95, room);
  for (let seat = 0; seat < seats; seat += 1) {
    const card = scene.cards[seat];
    if (!card) continue;
    const at = tableAt(mover, seat);
    const counts = card === String(lowest);
    const open = move(at, 0, size);
    const risen = counts && !still ? move({ x: at.x, y: at.y - 16 }, 0, size * 1.16) : open;
    mover.add(
      { kind: 'card', card, seat },
      [
        { transform: still ? open : `${move(at, 0, size)} scaleX(.04)`, opacity: 0 },
        { transform: open, opacity: 1, offset: 0.24 },
        { transform: risen, opacity: counts ? 1 : 0.72, offset: 0.5 },
        { transform: risen, opacity: counts ? 1 : 0.72, offset: 0.84 },
        { transform: still ? open : move(at, 0, size * 0.9), opacity: 0 },
      ],
      ms + 200 / mover.fast,
    );
  }
}

function flash(mover: Mover, spots: readonly Point[], ms: number): void {
  for (const spot of spots) {
    mover.add(
      { kind: 'flash' },
      [0, 1, 0.2, 1, 0].map((opacity) => ({ opacity, transform: move(spot) })),
      ms,
    );
  }
}

/** Joe falls by himself only where he paddled into a whirlpool; a push has shown the other falls already. */
async function joeFalls(mover: Mover, event: Extract<Event, { kind: 'joe_fell' }>, old: Old): Promise<void> {
  const from = mover.stage.scene.joe?.place ?? null;
  mover.stage.scene = after(mover.stage.scene, event);
  if (!wet(from)) return;
  await tick();
  tumble(mover, 'joe', event.gem ? [event.gem] : [], armOf(from), old);
}

async function mooseGoes(
  mover: Mover,
  event: Extract<Event, { kind: 'moose_taken' | 'moose_free' }>,
  ms: number,
): Promise<void> {
  const { stage } = mover;
  const where = (scene: Scene): Point => mooseAt(stage.plan, scene.moose, mover.spots(scene)) ?? stage.plan.meadow;
  const from = where(stage.scene);
  const to = where(after(stage.scene, event));
  stage.scene = { ...stage.scene, moose: null };
  await tick();
  if (stage.still) mover.add({ kind: 'trace', points: [from, to] }, [{ opacity: 1 }, { opacity: 0 }], ms);
  else {
    mover.add(
      { kind: 'moose' },
      arc(from, to, 70).map((spot, i) => ({ transform: move(spot, i % 2 ? -5 : 5) })),
      ms,
    );
  }
}
