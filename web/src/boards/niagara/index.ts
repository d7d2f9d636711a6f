import './palette.css';

import { lazy } from '../../lib/lazy.svelte';
import type { NiagaraAction as Action } from '../../protocol';
import type { GameUi } from './ui';
import Board from './Board.svelte';
import CanoeIcon from './CanoeIcon.svelte';
import { later } from './fetched';
import Hand from './Hand.svelte';
import PlayerPanel from './PlayerPanel.svelte';
import Stash from './Stash.svelte';
import Status from './Status.svelte';
import { chosenCard, words } from './words';

const CARD_KEYS: Record<string, string> = {
  '0': 'cloud',
  c: 'cloud',
  C: 'cloud',
  '8': '123',
  r: 'rope',
  R: 'rope',
};

function key(pressed: string, legal: readonly Action[]): Action | null {
  const card = CARD_KEYS[pressed] ?? pressed;
  return legal.find((action) => action.kind === 'card' && action.card === card) ?? null;
}

export const niagara: GameUi = {
  id: 'niagara',
  Board,
  Hand,
  Panel: PlayerPanel,
  beside: 'wide',
  logSign: lazy(() => import('./LogSign.svelte')),
  holdings: lazy(() => import('./Holdings.svelte')),
  Seat: CanoeIcon,
  // Nothing is shown before it has come.
  lead: (view, happened) => later.part?.lead(view, happened) ?? view,
  Status,
  Stash,
  hearing: lazy(() => import('./hearing')),
  ending: lazy(() => import('./ending')),
  words,
  fate: lazy(() => import('./fate')),
  handMatters: (view) => view.phase === 'cards',
  chosenCard,
  key,
};
