/** Niagara on one page. */
import type { HowTo } from '../../../learn/howto';
import { m } from './messages';
import Picture from './Picture.svelte';

export const howTo: HowTo = {
  Picture,
  steps: [
    { id: 'goal', title: () => m.how_niagara_goal(), text: () => m.how_niagara_goal_text() },
    { id: 'card', title: () => m.how_niagara_card(), text: () => m.how_niagara_card_text() },
    { id: 'paddle', title: () => m.how_niagara_paddle(), text: () => m.how_niagara_paddle_text() },
    { id: 'load', title: () => m.how_niagara_load(), text: () => m.how_niagara_load_text() },
    { id: 'steal', title: () => m.how_niagara_steal(), text: () => m.how_niagara_steal_text() },
    { id: 'home', title: () => m.how_niagara_home(), text: () => m.how_niagara_home_text() },
    { id: 'river', title: () => m.how_niagara_river(), text: () => m.how_niagara_river_text() },
    { id: 'fork', title: () => m.how_niagara_fork(), text: () => m.how_niagara_fork_text() },
    { id: 'cloud', title: () => m.how_niagara_cloud(), text: () => m.how_niagara_cloud_text() },
    { id: 'first', title: () => m.how_niagara_first(), text: () => m.how_niagara_first_text() },
  ],
};
