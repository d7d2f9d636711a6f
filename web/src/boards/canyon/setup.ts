import { m } from './messages';
import { described } from '../described';
import type { SetupWords } from '../ui';

const PRESETS = {
  classic: [m.canyon_preset_classic, m.canyon_preset_classic_help],
  no_brown: [m.canyon_preset_no_brown, m.canyon_preset_no_brown_help],
  secret: [m.canyon_preset_secret, m.canyon_preset_secret_help],
} as const;

const OPTIONS = {
  board: [m.canyon_option_board, m.canyon_option_board_help],
  skip_brown: [m.canyon_option_skip_brown, m.canyon_option_skip_brown_help],
  secret_bids: [m.canyon_option_secret_bids, m.canyon_option_secret_bids_help],
  show_played: [m.canyon_option_show_played, m.canyon_option_show_played_help],
  max_rounds: [m.canyon_option_max_rounds, m.canyon_option_max_rounds_help],
} as const;

/** How Canyon calls what is chosen before it begins. */
export const setup: SetupWords = {
  preset: (name) => described(PRESETS, name),
  option: (name) => described(OPTIONS, name),
  // A board is a name, or the text of a map, which has several lines.
  value: (option, value) =>
    option === 'board' && String(value).includes('\n')
      ? m.canyon_value_own_map()
      : m.canyon_value({ value: String(value) }),
};
