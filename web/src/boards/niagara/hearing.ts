/** What is heard of Niagara. */
import type { NiagaraAction as Action, NiagaraEvent as Event, NiagaraView as View } from '../../protocol';
import type { Hearing, SoundName } from '../ui';

/** A river of this speed roars; faster ones sound alike. */
const FASTEST = 7;

const HAPPENS: Partial<Record<Event['kind'], SoundName>> = {
  revealed: 'cards',
  paddled: 'paddle',
  joe_paddled: 'paddle',
  push: 'push',
  swirled: 'push',
  loaded: 'gem',
  joe_loaded: 'gem',
  joe_gave: 'gem',
  unloaded: 'unload',
  stolen: 'stolen',
  joe_took: 'stolen',
  joe_swapped: 'stolen',
  banked: 'banked',
  beaver: 'splash',
  beaver_fell: 'plunge',
  joe_fell: 'plunge',
  tied: 'knock',
  preserver: 'knock',
  rescued: 'knock',
  moose_taken: 'knock',
  cards_back: 'cards',
};

const DECIDED: Partial<Record<Action['kind'], SoundName>> = {
  card: 'card',
  weather: 'wind',
  paddle: 'paddle',
  load: 'gem',
  unload: 'unload',
  steal: 'stolen',
  joe_take: 'stolen',
  joe_give: 'gem',
  joe_swap: 'stolen',
  tie: 'knock',
  moose: 'knock',
  rescue: 'knock',
};

export const hearing: Hearing<View, Action, Event> = {
  water: ({ speeds, players }) => {
    const discs = players.flatMap(({ canoes }) => canoes.map(({ place }) => Number.parseInt(place, 10) || 0));
    return {
      rush: Math.min(1, Math.max(0, speeds.most / FASTEST)),
      // The falls are heard from where the canoe is that is nearest to them.
      roar: Math.max(2, ...discs) / FASTEST,
    };
  },
  happens: (event, you) => {
    switch (event.kind) {
      case 'push':
        return event.canoes.some(({ place }) => place === 'lost') ? 'plunge' : 'push';
      case 'swept':
        return event.end === 'lost' ? 'plunge' : 'push';
      case 'weather':
        return event.after > event.before ? 'thunder' : 'wind';
      case 'over':
        return event.winners.includes(you ?? -1) ? 'won' : 'over';
      default:
        return HAPPENS[event.kind] ?? null;
    }
  },
  decided: (action) => DECIDED[action.kind] ?? null,
};
