import { m } from './messages';
import { described } from '../described';
import type { SetupWords } from '../ui';

const PRESETS = {
  rulebook: [m.niagara_preset_rulebook, m.niagara_preset_rulebook_help],
  boardgamearena: [m.niagara_preset_boardgamearena, m.niagara_preset_boardgamearena_help],
  brettspielwelt: [m.niagara_preset_brettspielwelt, m.niagara_preset_brettspielwelt_help],
  italian: [m.niagara_preset_italian, m.niagara_preset_italian_help],
} as const;

const OPTIONS = {
  gems_per_deposit: [m.niagara_option_gems_per_deposit, m.niagara_option_gems_per_deposit_help],
  preserver_passes: [m.niagara_option_preserver_passes, m.niagara_option_preserver_passes_help],
  rescue: [m.niagara_option_rescue, m.niagara_option_rescue_help],
  tie_break: [m.niagara_option_tie_break, m.niagara_option_tie_break_help],
  show_played: [m.niagara_option_show_played, m.niagara_option_show_played_help],
  max_rounds: [m.niagara_option_max_rounds, m.niagara_option_max_rounds_help],
  spirits: [m.niagara_option_spirits, m.niagara_option_spirits_help],
  double_canoe: [m.niagara_option_double_canoe, m.niagara_option_double_canoe_help],
  whirlpool: [m.niagara_option_whirlpool, m.niagara_option_whirlpool_help],
  spirit_cards: [m.niagara_option_spirit_cards, m.niagara_option_spirit_cards_help],
  beaver: [m.niagara_option_beaver, m.niagara_option_beaver_help],
  moose: [m.niagara_option_moose, m.niagara_option_moose_help],
  diamond_joe: [m.niagara_option_diamond_joe, m.niagara_option_diamond_joe_help],
} as const;

/** How Niagara calls what is chosen before it begins. */
export const setup: SetupWords = {
  preset: (name) => described(PRESETS, name),
  option: (name) => described(OPTIONS, name),
  value: (_option, value) => m.niagara_value({ value: String(value) }),
};
