/** What the board draws, apart from what may be chosen: made from a view, led on event by event while a turn is shown. */
import type { Afloat } from './places';
import type { CanyonEvent, CanyonView, Event, Settled, TrickCard } from '../../protocol';

export interface Scene {
  readonly canoes: readonly Afloat[];
  /** The plane in front: the card table, or the river. */
  readonly front: 'cards' | 'river';
  readonly trick: readonly TrickCard[];
  /** Who has won the cards of the trick that still lies there. */
  readonly taken: number | null;
  /** Somebody looks back: a trick that was taken lies there until the next turn. */
  readonly stays: boolean;
  readonly trump: string | null;
  readonly bids: readonly (number | 'hidden' | null)[];
  readonly tricks: readonly number[];
  readonly settled: readonly Settled[];
  /** Cards are being dealt. */
  readonly dealing: boolean;
  /** The last bids have just been shown. */
  readonly bidding: boolean;
  readonly space: number;
  readonly dealer: number;
}

/** Take from a view what is drawn; with what happened last, for whoever looks back. */
export function sceneOf(view: CanyonView, past?: readonly Pick<Event, 'kind'>[]): Scene {
  const taken = past?.some(({ kind }) => kind === 'trick') && view.trick.length === 0 ? view.last_trick : null;
  const cards = view.phase === 'bids' || view.phase === 'tricks' || view.phase === 'deal' || taken !== null;
  return {
    canoes: view.players.map(({ seat, cell }) => ({ seat, cell })),
    front: cards ? 'cards' : 'river',
    trick: taken?.cards ?? view.trick,
    taken: taken?.winner ?? null,
    stays: past !== undefined,
    trump: view.trump,
    bids: view.players.map(({ bid }) => bid),
    tricks: view.players.map(({ tricks }) => tricks),
    settled: [],
    dealing: false,
    bidding: false,
    space: view.space,
    dealer: view.dealer,
  };
}

/** Lead a scene on to what an event tells. */
export function after(before: Scene, event: CanyonEvent): Scene {
  const scene = before.dealing || before.bidding ? { ...before, dealing: false, bidding: false } : before;
  switch (event.kind) {
    case 'jetty':
      return { ...moved(scene, event.seat, { column: event.column, row: event.row }), front: 'river' };
    case 'dealt':
      return {
        ...scene,
        front: 'cards',
        trick: [],
        taken: null,
        trump: event.trump,
        bids: scene.bids.map(() => null),
        tricks: scene.tricks.map(() => 0),
        settled: [],
        dealing: true,
        space: event.space,
        dealer: event.dealer,
      };
    case 'bid':
      return {
        ...scene,
        bids: scene.bids.map((bid, seat) => (seat === event.seat ? event.tricks : bid)),
        bidding: true,
      };
    case 'bids':
      return { ...scene, bids: event.bids, bidding: true };
    case 'played':
      return {
        ...scene,
        front: 'cards',
        trick: [...(scene.taken === null ? scene.trick : []), { seat: event.seat, card: event.card }],
        taken: null,
      };
    case 'trick':
      return {
        ...scene,
        taken: event.seat,
        tricks: scene.tricks.map((count, seat) => (seat === event.seat ? event.tricks : count)),
      };
    case 'settled':
      return { ...scene, settled: event.players, ...(!scene.stays && { trick: [], taken: null }) };
    case 'moved': {
      const end = event.path[event.path.length - 1];
      return end ? { ...moved(scene, event.seat, end), front: 'river' } : scene;
    }
    case 'drifted':
      return { ...event.chain.reduce((next, { seat, end }) => moved(next, seat, end), scene), front: 'river' };
    case 'blocked':
    case 'stays':
    case 'lost_turn':
    case 'arrived':
      return { ...scene, front: 'river' };
    case 'marker':
      return { ...scene, space: event.space, dealer: event.dealer };
    default:
      return scene;
  }
}

function moved(scene: Scene, seat: number, cell: Afloat['cell']): Scene {
  return { ...scene, canoes: scene.canoes.map((canoe) => (canoe.seat === seat ? { seat, cell } : canoe)) };
}
