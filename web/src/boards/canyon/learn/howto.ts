/** Canyon on one page. */
import type { HowTo } from '../../../learn/howto';
import { m } from './messages';
import Picture from './Picture.svelte';

export const howTo: HowTo = {
  Picture,
  steps: [
    { id: 'goal', title: () => m.how_canyon_goal(), text: () => m.how_canyon_goal_text() },
    { id: 'trump', title: () => m.how_canyon_trump(), text: () => m.how_canyon_trump_text() },
    { id: 'bid', title: () => m.how_canyon_bid(), text: () => m.how_canyon_bid_text() },
    { id: 'trick', title: () => m.how_canyon_trick(), text: () => m.how_canyon_trick_text() },
    { id: 'points', title: () => m.how_canyon_points(), text: () => m.how_canyon_points_text() },
    { id: 'move', title: () => m.how_canyon_move(), text: () => m.how_canyon_move_text() },
    { id: 'rapids', title: () => m.how_canyon_rapids(), text: () => m.how_canyon_rapids_text() },
  ],
};
