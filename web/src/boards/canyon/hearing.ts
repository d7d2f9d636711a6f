/** What is heard of Canyon. */
import type { CanyonAction as Action, CanyonEvent as Event, CanyonView as View } from '../../protocol';
import type { Hearing, SoundName } from '../ui';

const HAPPENS: Partial<Record<Event['kind'], SoundName>> = {
  dealt: 'cards',
  played: 'card',
  trick: 'cards',
  bids: 'knock',
  jetty: 'knock',
  moved: 'paddle',
  blocked: 'knock',
  arrived: 'banked',
};

const DECIDED: Partial<Record<Action['kind'], SoundName>> = {
  play: 'card',
  bid: 'knock',
  to: 'paddle',
};

export const hearing: Hearing<View, Action, Event> = {
  // While cards are played, the river is further away.
  water: ({ phase, risk }) => ({
    rush: phase === 'moving' ? 0.6 : 0.3,
    roar: risk.length > 0 ? 0.5 : 0.2,
  }),
  happens: (event, you) => {
    switch (event.kind) {
      case 'drifted':
        return event.chain.some(({ fell }) => fell) ? 'plunge' : 'push';
      case 'over':
        return event.winners.includes(you ?? -1) ? 'won' : 'over';
      default:
        return HAPPENS[event.kind] ?? null;
    }
  },
  decided: (action) => DECIDED[action.kind] ?? null,
};
