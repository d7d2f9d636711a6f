import { m as common } from '../../lib/messages';
import { m } from './messages';
import type { NiagaraAction as Action, NiagaraView } from '../../protocol';
import type { Naming } from '../ui';
import { askable } from './asking';
import { later } from './fetched';
import { action, groups, withJoe } from './naming';
import { numberOf } from './places';
import { canoeOf } from './reach';
import { setup } from './setup';
import { event, headline, part } from './telling';
import type { Setting, Words } from './ui';

function prompt({ view, legal, decisions, complete, confirmed }: Setting): string {
  if (view.phase === 'cards') {
    const card = chosenCard(view, decisions);
    if (card === null || !complete) return m.niagara_choose_card();
    return confirmed ? m.niagara_card_secret({ card }) : m.niagara_card_ready({ card });
  }
  if (view.phase === 'rescue') {
    if (complete) {
      if (confirmed) return m.niagara_rescue_secret();
      // Where there is nothing to choose, nobody has chosen it.
      const [first, ...more] = decisions.flatMap((each) => (each.kind === 'rescue' ? each.canoe : []));
      return first && !more.length ? m.niagara_rescue_back({ canoe: numberOf(first) }) : m.niagara_rescue_ready();
    }
    const choices = legal.filter((action) => action.kind === 'rescue');
    const canoes = [...new Set(choices.map((action) => action.canoe))];
    if (canoes.length === 1 && canoes[0]) return m.niagara_rescue_one({ canoe: numberOf(canoes[0]) });
    return choices.some((action) => action.gem === null) ? m.niagara_rescue_free() : m.niagara_rescue_both();
  }
  if (complete) return m.niagara_turn_ready();
  const offered = (kind: Action['kind']): boolean => legal.some((action) => action.kind === kind);
  if (offered('swept')) return sweepPrompt(legal);
  if (offered('weather')) return m.niagara_weather_prompt();
  if (offered('tie')) return m.niagara_tie_prompt();
  if (withJoe(legal)) return offered('steal') ? m.niagara_joe_or_steal_prompt() : m.niagara_joe_prompt();
  if (offered('steal')) return m.niagara_steal_prompt();
  return paddlingPrompt(view, legal);
}

function sweepPrompt(legal: readonly Action[]): string {
  const canoes = [...new Set(legal.flatMap((action) => (action.kind === 'swept' ? [action.canoe] : [])))];
  const [only, ...more] = canoes;
  return only && !more.length ? m.niagara_sweep_one({ canoe: numberOf(only) }) : m.niagara_sweep_both();
}

function paddlingPrompt(view: NiagaraView, legal: readonly Action[]): string {
  const { turn } = view;
  if (!turn) return common.app_why_game_over();
  if (turn.canoe) {
    const left = { canoe: numberOf(turn.canoe), points: turn.points[turn.canoe] ?? 0 };
    return legal.some(({ kind }) => kind === 'stop') ? m.niagara_points_or_stop(left) : m.niagara_points_left(left);
  }
  const canoes = [...new Set(legal.flatMap((action) => ('canoe' in action ? [action.canoe] : [])))];
  const counts = canoes.map((name) => turn.points[name] ?? 0);
  const points = Math.min(...counts);
  const [first, ...more] = canoes;
  if (first && !more.length) {
    const canoe = numberOf(first);
    const ashore = canoeOf(view, first)?.place === 'dock';
    if (turn.spare_points > 0) return m.niagara_move_one_range({ canoe, least: points - turn.spare_points, points });
    if (ashore && turn.done.length > 0) return m.niagara_launch_other({ canoe, points });
    return m.niagara_move_one({ canoe, points });
  }
  if (turn.spare_points > 0) return m.niagara_move_range({ least: points - turn.spare_points, points });
  const most = Math.max(...counts);
  if (most > points) return m.niagara_move_moose({ points, most });
  const ashore = canoes.every((name) => canoeOf(view, name)?.place === 'dock');
  return ashore ? m.niagara_launch({ points }) : m.niagara_move({ points });
}

function meanwhile(view: NiagaraView, name: Naming): string {
  if (view.phase === 'over') return common.app_why_game_over();
  if (view.phase === 'rescue') return m.niagara_meanwhile_rescue();
  if (view.phase === 'river') return m.niagara_meanwhile_river();
  if (view.phase === 'cards' || !view.turn) return m.niagara_meanwhile_cards();
  const { card, seat } = view.turn;
  if (name.you?.(seat)) return ''; // it is about to be asked for
  if (card === 'cloud') return m.niagara_meanwhile_weather({ name: name(seat) });
  if (card === 'rope') return m.niagara_meanwhile_rope({ name: name(seat) });
  return m.niagara_meanwhile_turn({ name: name(seat), card });
}

function confirm({ view, decisions }: Setting): string {
  const card = view.phase === 'cards' ? chosenCard(view, decisions) : null;
  return card ? m.niagara_play_card({ card }) : m.niagara_confirm_turn();
}

/** Give the card that a draft plays, or null. */
export function chosenCard(view: NiagaraView, decisions: readonly Action[]): string | null {
  if (view.phase !== 'cards') return null;
  return decisions.findLast((decision) => decision.kind === 'card')?.card ?? null;
}

export const words: Words = {
  ...setup,
  prompt,
  meanwhile,
  confirm,
  action,
  groups,
  event,
  part,
  headline,
  chapter: (told) => (told.kind === 'round' ? m.niagara_log_chapter({ number: told.number }) : null),
  progress: (view) => [
    m.niagara_progress({ round: view.round }),
    ...(view.phase === 'over'
      ? []
      : [m.niagara_progress_cycle({ cycle: view.cycle_round, length: view.cycle_length })]),
  ],
  askable,
  // Until they have come, a refusal is said in the server's words.
  why: (reason, values, name) => later.part?.why(reason, values, name) ?? null,
  reasons: (view, seat) =>
    (view.players.find((player) => player.seat === seat)?.goals.reached ?? []).map((goal) =>
      m.niagara_reason({ goal }),
    ),
  standing: (view, seat) => {
    const player = view.players.find((other) => other.seat === seat);
    if (!player) return '';
    const { goals, value } = player;
    // How many they are is said as the reason.
    return goals.reached.includes('seven') && goals.total === 7
      ? m.niagara_worth({ value })
      : m.niagara_standing({ total: goals.total, value });
  },
  keys: () => [
    ['1 – 6, 0, C', m.niagara_keys_cards()],
    ['7, 8, R', m.niagara_keys_spirit_cards()],
    ['A, B', m.niagara_keys_canoe()],
  ],
};
