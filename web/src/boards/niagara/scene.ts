/** What the board draws, apart from what may be chosen: made from a view, led on event by event while a turn is shown. */
import type { Arm, CanoeName, NiagaraEvent as Event, GemName, NiagaraView, PlaceName } from '../../protocol';
import { type CanoeId, GEMS } from './places';

type Deposit = Readonly<Partial<Record<GemName, number>>>;

export interface SceneCanoe {
  readonly id: CanoeId;
  readonly seat: number;
  readonly name: CanoeName;
  readonly place: PlaceName;
  readonly cargo: readonly GemName[];
}

export interface Scene {
  readonly canoes: readonly SceneCanoe[];
  readonly deposits: readonly Deposit[];
  readonly weather: number;
  readonly nextArm: Arm;
  readonly first: number;
}

/** Take from a view what is drawn. */
export function sceneOf(view: NiagaraView): Scene {
  return {
    canoes: view.players.flatMap(({ seat, canoes }) =>
      canoes.map(({ name, place, cargo }) => ({ id: idOf(seat, name), seat, name, place, cargo })),
    ),
    deposits: view.deposits,
    weather: view.weather,
    nextArm: view.next_arm,
    first: view.first,
  };
}

/** Name a canoe of the whole table. */
export function idOf(seat: number, name: CanoeName): CanoeId {
  return `${seat}${name}`;
}

function changed(scene: Scene, id: CanoeId, change: Partial<SceneCanoe>): Scene {
  return { ...scene, canoes: scene.canoes.map((canoe) => (canoe.id === id ? { ...canoe, ...change } : canoe)) };
}

function dug(scene: Scene, site: number, gem: GemName, count: number): Scene {
  const deposits = scene.deposits.map((deposit, i) =>
    i === site ? { ...deposit, [gem]: Math.max(0, (deposit[gem] ?? 0) + count) } : deposit,
  );
  return { ...scene, deposits };
}

/** Tell the site to which a gem returns by itself (N-LOST-1, N-LOST-2). */
export function homeOf(gem: GemName): number {
  return GEMS.indexOf(gem);
}

/** Take a travelling gem away from where an event finds it; `after` lays it down where it ends. */
export function lifted(scene: Scene, event: Event): Scene {
  switch (event.kind) {
    case 'unloaded':
    case 'banked':
      return changed(scene, idOf(event.seat, event.canoe), { cargo: [] });
    case 'loaded':
      return dug(scene, event.site, event.gem, -1);
    case 'stolen':
      return changed(scene, idOf(event.victim, event.victim_canoe), { cargo: [] });
    default:
      return scene;
  }
}

/** Lead a scene on to what an event tells. */
export function after(scene: Scene, event: Event): Scene {
  switch (event.kind) {
    case 'round':
    case 'preserver':
      return { ...scene, first: event.kind === 'round' ? event.first : event.seat };
    case 'rescued': {
      const back = changed(scene, idOf(event.seat, event.canoe), { place: 'dock', cargo: [] });
      return event.gem ? dug(back, homeOf(event.gem), event.gem, 1) : back;
    }
    case 'weather':
      return { ...scene, weather: event.after };
    case 'paddled':
      return changed(scene, idOf(event.seat, event.canoe), { place: event.end });
    case 'unloaded':
      return dug(lifted(scene, event), event.site, event.gem, 1);
    case 'loaded':
      return changed(lifted(scene, event), idOf(event.seat, event.canoe), { cargo: [event.gem] });
    case 'stolen':
      return changed(lifted(scene, event), idOf(event.seat, event.canoe), { cargo: [event.gem] });
    case 'banked':
      return lifted(scene, event);
    case 'push': {
      let next: Scene = { ...scene, nextArm: event.arm === 'L' ? 'R' : 'L' };
      for (const { seat, canoe, place, gem } of event.canoes) {
        next = changed(next, idOf(seat, canoe), place === 'lost' ? { place, cargo: [] } : { place });
        if (gem) next = dug(next, homeOf(gem), gem, 1);
      }
      return next;
    }
    default:
      return scene;
  }
}
