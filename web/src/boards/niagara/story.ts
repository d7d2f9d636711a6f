/** How an event leads a scene on: where pieces and gems are after it, and while a gem is in the air. */
import type { NiagaraEvent as Event, GemName } from '../../protocol';
import { type CanoeId, GEMS } from './places';
import { idOf, type Scene, type SceneCanoe } from './scene';

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

const returned = (scene: Scene, gem: GemName): Scene => dug(scene, homeOf(gem), gem, 1);

function cargoOf(scene: Scene, id: CanoeId): readonly GemName[] {
  return scene.canoes.find((canoe) => canoe.id === id)?.cargo ?? [];
}

function given(scene: Scene, id: CanoeId, gem: GemName): Scene {
  return changed(scene, id, { cargo: [...cargoOf(scene, id), gem] });
}

function taken(scene: Scene, id: CanoeId, gem: GemName): Scene {
  const cargo = [...cargoOf(scene, id)];
  const index = cargo.indexOf(gem);
  if (index >= 0) cargo.splice(index, 1);
  return changed(scene, id, { cargo });
}

function joeWith(scene: Scene, change: Partial<NonNullable<Scene['joe']>>): Scene {
  return scene.joe ? { ...scene, joe: { ...scene.joe, ...change } } : scene;
}

/** Take a travelling gem away from where an event finds it; `after` lays it down where it ends. */
export function lifted(scene: Scene, event: Event): Scene {
  switch (event.kind) {
    case 'unloaded':
    case 'banked':
    case 'joe_gave':
      return taken(scene, idOf(event.seat, event.canoe), event.gem);
    case 'joe_swapped':
      return joeWith(taken(scene, idOf(event.seat, event.canoe), event.gem), { cargo: null });
    case 'loaded':
    case 'joe_loaded':
      return dug(scene, event.site, event.gem, -1);
    case 'stolen':
      return taken(scene, idOf(event.victim, event.victim_canoe), event.gem);
    case 'joe_took':
      return joeWith(scene, { cargo: null });
    default:
      return scene;
  }
}

/** Lead a scene on to what an event tells. */
export function after(scene: Scene, event: Event): Scene {
  switch (event.kind) {
    case 'round':
      return {
        ...scene,
        first: event.first,
        canoes: scene.canoes.map((canoe) => ({ ...canoe, tied: false })),
        cards: {},
        flow: null,
      };
    case 'preserver':
      return { ...scene, first: event.seat, flow: null };
    case 'revealed':
      return { ...scene, cards: { ...scene.cards, [event.seat]: event.card } };
    case 'river':
      return { ...scene, flow: { done: 0, of: event.pushes } };
    case 'over':
      return { ...scene, flow: null };
    case 'rescued': {
      const back = changed(scene, idOf(event.seat, event.canoe), { place: 'dock', cargo: [] });
      return event.gem ? returned(back, event.gem) : back;
    }
    case 'weather':
      return { ...scene, weather: event.after };
    case 'paddled':
    case 'swirled':
      return changed(scene, idOf(event.seat, event.canoe), { place: event.end });
    case 'swept': {
      const cargo = event.end === 'lost' ? { cargo: [] } : {};
      const swept = changed(scene, idOf(event.seat, event.canoe), { place: event.end, ...cargo });
      return event.gems.reduce(returned, swept);
    }
    case 'unloaded':
      return dug(lifted(scene, event), event.site, event.gem, 1);
    case 'loaded':
    case 'stolen':
    case 'joe_took':
      return given(lifted(scene, event), idOf(event.seat, event.canoe), event.gem);
    case 'banked':
      return lifted(scene, event);
    case 'push':
      return pushed(scene, event);
    default:
      return wild(scene, event);
  }
}

/** Lead a scene on to what the pieces do that belong to nobody, and what is done with them. */
function wild(scene: Scene, event: Event): Scene {
  switch (event.kind) {
    case 'tied':
      return {
        ...scene,
        canoes: scene.canoes.map((canoe) => (canoe.seat === event.seat ? { ...canoe, tied: true } : canoe)),
      };
    case 'moose_taken':
      return { ...scene, moose: idOf(event.seat, event.canoe) };
    case 'moose_free':
      return { ...scene, moose: 'free' };
    case 'beaver':
      return { ...scene, beaver: event.place };
    case 'beaver_fell':
      return { ...scene, beaver: null, weather: 0 };
    case 'joe_loaded':
      return joeWith(lifted(scene, event), { cargo: event.gem });
    case 'joe_gave':
      return joeWith(lifted(scene, event), { cargo: event.gem });
    case 'joe_swapped':
      return joeWith(given(lifted(scene, event), idOf(event.seat, event.canoe), event.joe_gem), { cargo: event.gem });
    case 'joe_paddled':
      return joeWith(scene, { place: event.end });
    case 'joe_restarted':
      return joeWith(scene, { place: event.place });
    case 'joe_fell': {
      const lost = joeWith(scene, { place: 'lost', cargo: null });
      return event.gem ? returned(lost, event.gem) : lost;
    }
    default:
      return scene;
  }
}

function pushed(scene: Scene, event: Extract<Event, { kind: 'push' }>): Scene {
  const flow = scene.flow && { ...scene.flow, done: event.number };
  let next: Scene = { ...scene, nextArm: event.arm === 'L' ? 'R' : 'L', flow };
  for (const { seat, canoe, place, gems } of event.canoes) {
    next = changed(next, idOf(seat, canoe), place === 'lost' ? { place, cargo: [] } : { place });
    for (const gem of gems) next = returned(next, gem);
  }
  for (const { what, place } of event.others) {
    if (what === 'whirlpool') next = { ...next, whirlpool: place };
    else if (what === 'beaver') next = { ...next, beaver: place === 'lost' ? null : place };
    else next = joeWith(next, { place });
  }
  return next;
}
