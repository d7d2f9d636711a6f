/** What Canyon's table explains where somebody points. */
import type { Tips } from '../../../learn/tips';
import { m } from './messages';

/** By what `data-tip` or `data-guide` says, at least as far as its first hyphen. */
export const tips: Tips = {
  panel: { rule: 'C-MOVE-1', title: () => m.tip_canyon_panel(), text: () => m.tip_canyon_panel_text() },
  score: { rule: 'C-MOVE-1', title: () => m.tip_canyon_score(), text: () => m.tip_canyon_score_text() },
  points: { rule: 'C-MOVE-1', title: () => m.tip_canyon_points(), text: () => m.tip_canyon_points_text() },
  dealer: { rule: 'C-BID-1', title: () => m.tip_canyon_dealer(), text: () => m.tip_canyon_dealer_text() },
  status: { rule: 'C-DEAL-1', title: () => m.tip_canyon_status(), text: () => m.tip_canyon_status_text() },
  trump: { rule: 'C-DEAL-2', title: () => m.tip_canyon_trump(), text: () => m.tip_canyon_trump_text() },
  card: { rule: 'C-PLAY-1', title: () => m.tip_canyon_card(), text: () => m.tip_canyon_card_text() },
};
