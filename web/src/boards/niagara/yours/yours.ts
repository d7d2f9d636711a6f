/** What whoever has no name is told of themselves, “You load …”, by what happened. */
import { m } from './messages';

export const YOURS = {
  round: m.niagara_you_round,
  rescued: m.niagara_you_rescued,
  sits_out: m.niagara_you_sits_out,
  revealed: m.niagara_you_revealed,
  weather: m.niagara_you_weather,
  paddled: m.niagara_you_paddled,
  stayed: m.niagara_you_stayed,
  unloaded: m.niagara_you_unloaded,
  loaded: m.niagara_you_loaded,
  stolen: m.niagara_you_stolen,
  robbed: m.niagara_you_robbed,
  banked: m.niagara_you_banked,
  goal: m.niagara_you_goal,
  idle: m.niagara_you_idle,
  lost: m.niagara_you_lost,
  tied: m.niagara_you_tied,
  moose_taken: m.niagara_you_moose_taken,
  moose_free: m.niagara_you_moose_free,
  swirled: m.niagara_you_swirled,
  swept: m.niagara_you_swept,
  joe_took: m.niagara_you_joe_took,
  joe_gave: m.niagara_you_joe_gave,
  joe_swapped: m.niagara_you_joe_swapped,
  over: m.niagara_you_over,
};
