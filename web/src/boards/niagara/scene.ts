/** What the board draws, apart from what may be chosen: made from a view; `story` leads it on event by event. */
import type { Arm, CanoeName, CardName, GemName, JoeView, NiagaraView, PlaceName } from '../../protocol';
import type { Berthed, CanoeId } from './places';

export type Deposit = Readonly<Partial<Record<GemName, number>>>;

export interface SceneCanoe extends Berthed {
  readonly id: CanoeId;
  readonly seat: number;
  readonly name: CanoeName;
  readonly cargo: readonly GemName[];
  readonly tied: boolean;
}

export interface Scene {
  readonly canoes: readonly SceneCanoe[];
  readonly deposits: readonly Deposit[];
  readonly weather: number;
  readonly nextArm: Arm;
  readonly first: number;
  /** Place of the whirlpool; lost: it comes back with the next push; null: the game has none. */
  readonly whirlpool: PlaceName | null;
  readonly beaver: PlaceName | null;
  /** Canoe with the moose; free: it stands on the bank; null: the game has none. */
  readonly moose: CanoeId | 'free' | null;
  readonly joe: JoeView | null;
  /** Cards of this round that lie open, by seat. */
  readonly cards: Readonly<Partial<Record<number, CardName>>>;
  /** While the river flows: how many of its pushes it has made; null at all other times. */
  readonly flow: { readonly done: number; readonly of: number } | null;
}

/** Tell whether a canoe lies elsewhere, or carries something else, in another position. */
export function differs({ seat, name, place, cargo }: SceneCanoe, { players }: NiagaraView): boolean {
  const there = players[seat]?.canoes.find((canoe) => canoe.name === name);
  return there?.place !== place || there.cargo.join() !== cargo.join();
}

/** Take from a view what is drawn. */
export function sceneOf(view: NiagaraView): Scene {
  const { moose } = view;
  return {
    canoes: view.players.flatMap(({ seat, canoes }) =>
      canoes.map(({ name, place, cargo, places, tied }) => ({
        id: idOf(seat, name),
        seat,
        name,
        place,
        cargo,
        places,
        tied,
      })),
    ),
    deposits: view.deposits,
    weather: view.weather,
    nextArm: view.next_arm,
    first: view.first,
    whirlpool: view.whirlpool,
    beaver: view.beaver,
    moose: moose && (moose.seat === null || moose.canoe === null ? 'free' : idOf(moose.seat, moose.canoe)),
    joe: view.joe,
    cards: Object.fromEntries(
      view.players.flatMap(({ seat, card }) => (!card || card === 'hidden' ? [] : [[seat, card]])),
    ),
    flow: null,
  };
}

/** Name a canoe of the whole table. */
export function idOf(seat: number, name: CanoeName): CanoeId {
  return `${seat}${name}`;
}

/** List all that shares discs, each with its own room: the players' canoes, and Joe's. */
export function boatsOf(scene: Scene): Berthed[] {
  const { joe } = scene;
  return joe ? [...scene.canoes, { id: 'joe', seat: -1, name: 'a', place: joe.place, places: 1 }] : [...scene.canoes];
}
