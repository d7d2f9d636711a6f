import type { PlainAction, PlainView } from '../../protocol';
import type { GameUi } from '../ui';
import Board from './Board.svelte';
import Panel from './Panel.svelte';
import Seat from './Seat.svelte';
import { type PlainEvent, words } from './words';

export const plain: GameUi<PlainView, PlainAction, PlainEvent> = {
  id: 'plain',
  Board,
  Panel,
  Seat,
  words,
  beside: 'wide',
  handMatters: () => false,
  chosenCard: () => null,
  key: () => null,
};
