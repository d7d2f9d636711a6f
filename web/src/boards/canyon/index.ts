import './palette.css';

import { lazy } from '../../lib/lazy.svelte';
import { m } from './messages';
import type { GameUi } from '../ui';
import Board from './Board.svelte';
import CanoeIcon from './CanoeIcon.svelte';
import Hand from './Hand.svelte';
import PlayerPanel from './PlayerPanel.svelte';
import Status from './Status.svelte';
import type { CanyonAction, CanyonEvent, CanyonView } from '../../protocol';
import { held } from './cards';
import { bids, later, tricks } from './pieces';
import { chosenCard, words } from './words';

/** A digit bids that many tricks, or plays the card at that place in the hand. */
function key(pressed: string, legal: readonly CanyonAction[], view: CanyonView): CanyonAction | null {
  if (!/^[0-9]$/.test(pressed)) return null;
  const number = Number(pressed);
  const plays = legal.filter((action) => action.kind === 'play');
  // The card that a draft plays has left the hand, and keeps its place and number there.
  const hand = held(view.hand, plays.find(({ card }) => !view.hand.includes(card))?.card ?? null);
  return (
    legal.find(
      (action) =>
        (action.kind === 'bid' && action.tricks === number) ||
        (action.kind === 'play' && action.card === hand[number - 1]),
    ) ?? null
  );
}

export const canyon: GameUi<CanyonView, CanyonAction, CanyonEvent> = {
  id: 'canyon',
  Board,
  Hand,
  Panel: PlayerPanel,
  beside: 'tall',
  logSign: lazy(() => import('./LogSign.svelte')),
  Seat: CanoeIcon,
  // Nothing is shown before it has come.
  lead: (view, happened) => later.part?.lead(view, happened) ?? view,
  Status,
  sheet: { title: m.canyon_sheet, dialog: lazy(() => import('./Rounds.svelte')) },
  hearing: lazy(() => import('./hearing')),
  ending: lazy(() => import('./ending')),
  words,
  fate: lazy(() => import('./fate')),
  handMatters: (view) => view.phase === 'bids' || view.phase === 'tricks',
  chosenCard,
  key,
  others: [bids, tricks],
};
