/** Leads on what the bar on top and the panels say of a position to what is being shown. */
import type {
  CardName,
  NiagaraEvent as Event,
  GemName,
  NiagaraView as View,
  NiagaraPlayerView as PlayerView,
} from '../../protocol';

/** Cards in the order in which those played are listed. */
const CARDS: readonly CardName[] = ['cloud', '1', '2', '3', '4', '5', '6', '7', '123', 'rope'];

export const lead = (view: View, happened: readonly Event[]): View => happened.reduce(led, view);

function led(view: View, event: Event): View {
  const changed = (seat: number, change: (player: PlayerView) => Partial<PlayerView>): View => ({
    ...view,
    players: view.players.map((player) => (player.seat === seat ? { ...player, ...change(player) } : player)),
  });
  const all = (change: Partial<PlayerView>): View => ({
    ...view,
    players: view.players.map((player) => ({ ...player, ...change })),
  });
  switch (event.kind) {
    case 'round':
      return {
        ...all({ card: null }),
        round: event.number,
        cycle_round: ((event.number - 1) % view.cycle_length) + 1,
        first: event.first,
      };
    case 'preserver':
      return { ...view, first: event.seat };
    case 'cards_back':
      return all({ played: [] });
    case 'weather':
      return { ...view, weather: event.after };
    case 'beaver_fell':
      return { ...view, weather: 0 };
    case 'river':
      return { ...view, speeds: { least: event.pushes, most: event.pushes } };
    case 'revealed':
      return changed(event.seat, ({ played }) => ({
        card: event.card,
        played:
          view.options.show_played === 'newest'
            ? [event.card]
            : CARDS.filter((card) => card === event.card || played.includes(card)),
      }));
    case 'banked':
      return changed(event.seat, (player) => stashed(player, event.gem, 1));
    case 'rescued': {
      const { gem } = event;
      return gem ? changed(event.seat, (player) => stashed(player, gem, -1)) : view;
    }
    case 'moose_taken':
    case 'moose_free':
      return changed(event.seat, ({ canoes }) => ({
        canoes: canoes.map((canoe) => ({
          ...canoe,
          moose: event.kind === 'moose_taken' && canoe.name === event.canoe,
        })),
      }));
    default:
      return view;
  }
}

/** Add gems to a stash, or take them away, and measure it. */
function stashed({ stash, goals }: PlayerView, gem: GemName, gems: number): Partial<PlayerView> {
  const now = { ...stash, [gem]: (stash[gem] ?? 0) + gems };
  const counts = Object.values(now);
  return {
    stash: now,
    goals: {
      ...goals,
      alike: Math.max(...counts),
      colours: counts.filter((count) => count > 0).length,
      total: counts.reduce((sum, count) => sum + count, 0),
    },
  };
}
