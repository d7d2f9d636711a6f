/** What Niagara's table explains where somebody points. */
import type { Tips } from '../../../learn/tips';
import { m } from './messages';

/** By what `data-tip` or `data-guide` says, at least as far as its first hyphen. */
export const tips: Tips = {
  panel: { rule: 'N-END-1', title: () => m.tip_niagara_panel(), text: () => m.tip_niagara_panel_text() },
  alike: { rule: 'N-END-1', title: () => m.tip_niagara_alike(), text: () => m.tip_niagara_alike_text() },
  colours: { rule: 'N-END-1', title: () => m.tip_niagara_colours(), text: () => m.tip_niagara_colours_text() },
  total: { rule: 'N-END-1', title: () => m.tip_niagara_total(), text: () => m.tip_niagara_total_text() },
  first: { rule: 'N-ROUND-2', title: () => m.tip_niagara_first(), text: () => m.tip_niagara_first_text() },
  moose: { rule: 'S-MOOSE-1', title: () => m.tip_niagara_moose(), text: () => m.tip_niagara_moose_text() },
  played: { rule: 'N-ROUND-4', title: () => m.tip_niagara_played(), text: () => m.tip_niagara_played_text() },
  status: { rule: 'N-FLOW-1', title: () => m.tip_niagara_status(), text: () => m.tip_niagara_status_text() },
  sign: { rule: 'N-FLOW-2', title: () => m.tip_niagara_sign(), text: () => m.tip_niagara_sign_text() },
  deposit: { rule: 'N-GEM-5', title: () => m.tip_niagara_deposit(), text: () => m.tip_niagara_deposit_text() },
  card: { rule: 'N-MOVE-1', title: () => m.tip_niagara_card(), text: () => m.tip_niagara_card_text() },
  'card-cloud': { rule: 'N-CLOUD-1', title: () => m.tip_niagara_cloud(), text: () => m.tip_niagara_cloud_text() },
  'card-123': { rule: 'S-CARD-3', title: () => m.tip_niagara_thirds(), text: () => m.tip_niagara_thirds_text() },
  'card-rope': { rule: 'S-CARD-4', title: () => m.tip_niagara_rope(), text: () => m.tip_niagara_rope_text() },
};
