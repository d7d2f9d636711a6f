/** Leads on what the bar on top and the panels say of a position to what is being shown. */
import type { CanyonPlayerView as PlayerView, CanyonEvent as Event, CanyonView as View, Cell } from '../../protocol';
import { chart, key } from './chart';

const SPACES: Readonly<Record<string, PlayerView['on']>> = { S: 'start', '.': 'calm', G: 'gangway', V: 'village' };

export const lead = (view: View, happened: readonly Event[]): View => {
  // Tricks of the round that have been taken, by which bids can still be made.
  let taken = view.players.reduce((sum, { tricks }) => sum + tricks, 0);
  return happened.reduce((now, event) => {
    if (event.kind === 'dealt') taken = 0;
    else if (event.kind === 'trick') taken += 1;
    return led(now, event, taken);
  }, view);
};

function led(view: View, event: Event, taken: number): View {
  const all = (change: (player: PlayerView) => Partial<PlayerView>): View => ({
    ...view,
    players: view.players.map((player) => ({ ...player, ...change(player) })),
  });
  const one = (seat: number, change: (player: PlayerView) => Partial<PlayerView>): View =>
    all((player) => (player.seat === seat ? change(player) : {}));
  switch (event.kind) {
    case 'jetty':
      return one(event.seat, () => placed(view, { column: event.column, row: event.row }));
    case 'dealt':
      return {
        ...all(() => ({ bid: null, tricks: 0, hope: null, points: null, bonus: null, moved: false })),
        phase: 'bids',
        round: event.number,
        cards: event.cards,
        trump: event.trump,
        space: event.space,
        dealer: event.dealer,
      };
    case 'bid':
      return hoping(
        one(event.seat, () => ({ bid: event.tricks })),
        taken,
      );
    case 'bids':
      return hoping(
        all(({ seat }) => ({ bid: event.bids[seat] ?? null })),
        taken,
      );
    case 'trick':
      return hoping(
        one(event.seat, () => ({ tricks: event.tricks })),
        taken,
      );
    case 'settled':
      return all(({ seat }) => {
        const { points = null, bonus = null } = event.players.find((each) => each.seat === seat) ?? {};
        return { points, bonus };
      });
    case 'moved': {
      const end = event.path.at(-1);
      return end ? one(event.seat, () => ({ ...placed(view, end), moved: true })) : view;
    }
    case 'drifted':
      return event.chain.reduce(
        (now, { seat, end }) => ({
          ...now,
          players: now.players.map((player) => (player.seat === seat ? { ...player, ...placed(view, end) } : player)),
        }),
        one(event.seat, () => ({ moved: true })),
      );
    case 'blocked':
    case 'stays':
    case 'lost_turn':
      return one(event.seat, () => ({ moved: true }));
    case 'arrived':
      return one(event.seat, () => ({ arrived: true, moved: true, points_left: event.left }));
    case 'marker':
      return { ...view, space: event.space, dealer: event.dealer };
    default:
      return view;
  }
}

/** Say where a canoe is by now. */
function placed({ board: { rows } }: View, cell: Cell): Partial<PlayerView> {
  return {
    cell,
    on: SPACES[rows[cell.row]?.[cell.column] ?? ''] ?? 'rapids',
    distance: chart(rows).distance.get(key(cell)) ?? 0,
  };
}

/** Say whose bid is made, can still be made after so many tricks, or is missed (C-MOVE-1). */
function hoping(view: View, taken: number): View {
  const left = view.cards - taken;
  const hope = ({ bid, tricks }: PlayerView): PlayerView['hope'] => {
    if (typeof bid !== 'number') return null;
    if (tricks === bid) return 'made';
    return tricks < bid && bid <= tricks + left ? 'open' : 'missed';
  };
  return { ...view, players: view.players.map((player) => ({ ...player, hope: hope(player) })) };
}
