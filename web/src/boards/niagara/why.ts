/** Says why a decision is not possible, in the language chosen now. */
import { m } from '../../paraglide/messages.js';
import type { CanoeName, CardName, GemName, NiagaraReason, PlaceName } from '../../protocol';
import type { Naming, Values } from '../ui';
import { aGem, disc, letter } from './naming';

/** What the sentences name, in words. */
interface Facts {
  readonly canoe: string;
  readonly other: string;
  readonly gem: string;
  readonly cargo: string;
  readonly stone: string;
  readonly card: string;
  readonly place: string;
  readonly name: string;
  readonly points: string;
  readonly distance: string;
  readonly cost: string;
}

const SENTENCES: Readonly<Record<NiagaraReason, (facts: Facts) => string>> = {
  cards_first: m.niagara_why_cards_first,
  card_played: m.niagara_why_card_played,
  begins_round: m.niagara_why_begins_round,
  no_cloud: m.niagara_why_no_cloud,
  nobody_to_spare: m.niagara_why_nobody_to_spare,
  canoe_moving: m.niagara_why_canoe_moving,
  water_must_move: m.niagara_why_water_must_move,
  must_launch: m.niagara_why_must_launch,
  free_always: m.niagara_why_free_always,
  must_buy: m.niagara_why_must_buy,
  rescue_first: m.niagara_why_rescue_first,
  not_lost: m.niagara_why_not_lost,
  free_first: m.niagara_why_free_first,
  not_free: m.niagara_why_not_free,
  no_price: m.niagara_why_no_price,
  lost_alike: m.niagara_why_lost_alike,
  weather_end: m.niagara_why_weather_end,
  cloud_played: m.niagara_why_cloud_played,
  other_canoe_moving: m.niagara_why_other_canoe_moving,
  arrived: m.niagara_why_arrived,
  canoe_lost: m.niagara_why_canoe_lost,
  launch_once: m.niagara_why_launch_once,
  canoe_moved: m.niagara_why_canoe_moved,
  rob_yourself: m.niagara_why_rob_yourself,
  no_such_victim: m.niagara_why_no_such_victim,
  no_deposit: m.niagara_why_no_deposit,
  work_costs: m.niagara_why_work_costs,
  canoe_empty: m.niagara_why_canoe_empty,
  other_cargo: m.niagara_why_other_cargo,
  just_loaded: m.niagara_why_just_loaded,
  canoe_full: m.niagara_why_canoe_full,
  just_unloaded: m.niagara_why_just_unloaded,
  deposit_empty: m.niagara_why_deposit_empty,
  no_such_gem: m.niagara_why_no_such_gem,
  same_disc: m.niagara_why_same_disc,
  other_arm: m.niagara_why_other_arm,
  too_far: m.niagara_why_too_far,
  works_after: m.niagara_why_works_after,
  worked_before: m.niagara_why_worked_before,
  points_left: m.niagara_why_points_left,
  no_theft: m.niagara_why_no_theft,
  no_such_card: m.niagara_why_no_such_card,
  rope_played: m.niagara_why_rope_played,
  no_rope: m.niagara_why_no_rope,
  no_moose: m.niagara_why_no_moose,
  moose_taken: m.niagara_why_moose_taken,
  moose_place: m.niagara_why_moose_place,
  joe_elsewhere: m.niagara_why_joe_elsewhere,
  joe_after_theft: m.niagara_why_joe_after_theft,
  joe_has_nothing: m.niagara_why_joe_has_nothing,
  joe_has_gem: m.niagara_why_joe_has_gem,
  joe_no_room: m.niagara_why_joe_no_room,
  joe_same_colour: m.niagara_why_joe_same_colour,
  must_go_on: m.niagara_why_must_go_on,
  arm_first: m.niagara_why_arm_first,
  no_arm_to_choose: m.niagara_why_no_arm_to_choose,
  whirlpool_stay: m.niagara_why_whirlpool_stay,
  whirlpool_upstream: m.niagara_why_whirlpool_upstream,
  one_canoe: m.niagara_why_one_canoe,
  unload_first: m.niagara_why_unload_first,
  robbed_once: m.niagara_why_robbed_once,
};

/** Say why something is refused; null where the game has no words for this reason. */
export function why(reason: string, values: Values, name: Naming): string | null {
  if (!(reason in SENTENCES)) return null;
  if (reason === 'no_deposit' && values['place'] === 'dock') return m.niagara_why_no_deposit_dock();
  const text = (key: string): string => String(values[key] ?? '');
  const said = SENTENCES[reason as NiagaraReason]({
    canoe: letter(text('canoe') as CanoeName),
    other: letter(text('other') as CanoeName),
    gem: aGem(text('gem') as GemName),
    cargo: aGem(text('cargo') as GemName),
    stone: m.niagara_gem({ gem: text('gem') as GemName }),
    card: m.niagara_card({ card: text('card') as CardName }),
    place: disc(text('place') as PlaceName),
    name: name(Number(values['seat'])),
    points: m.niagara_points({ points: Number(values['points']) }),
    distance: text('distance'),
    cost: text('cost'),
  });
  return said.charAt(0).toLocaleUpperCase() + said.slice(1);
}
