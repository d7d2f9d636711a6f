import { m } from '../../paraglide/messages.js';
import type {
  NiagaraAction as Action,
  CanoeName,
  NiagaraEvent as Event,
  Paddle,
  PlaceName,
  NiagaraView as View,
} from '../../protocol';
import type { Group, Setting, Words } from './ui';
import { askable } from './asking';
import { setup } from './setup';

/** How deep a place lies: discs between it and the dock. */
const depth = (place: PlaceName): number => (place === 'dock' || place === 'lost' ? 0 : Number(place[0]));

const disc = (place: PlaceName): string => m.niagara_disc({ place });
const letter = (canoe: CanoeName): string => canoe.toUpperCase();
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');

function mine(view: View) {
  return view.players.find((player) => player.seat === view.you);
}

function canoeOf(view: View, name: CanoeName) {
  return mine(view)?.canoes.find((canoe) => canoe.name === name);
}

function prompt({ view, legal, decisions, complete, confirmed }: Setting): string {
  if (view.phase === 'cards') {
    const card = chosenCard(view, decisions);
    if (card === null || !complete) return m.niagara_choose_card();
    return confirmed ? m.niagara_card_secret({ card }) : m.niagara_card_ready({ card });
  }
  if (view.phase === 'rescue') {
    if (complete) return confirmed ? m.niagara_rescue_secret() : m.niagara_rescue_ready();
    const choices = legal.filter((action) => action.kind === 'rescue');
    const canoes = [...new Set(choices.map((action) => action.canoe))];
    if (canoes.length === 1 && canoes[0]) return m.niagara_rescue_one({ canoe: letter(canoes[0]) });
    return choices.some((action) => action.gem === null) ? m.niagara_rescue_free() : m.niagara_rescue_both();
  }
  if (complete) return m.niagara_turn_ready();
  if (legal.some((action) => action.kind === 'weather')) return m.niagara_weather_prompt();
  if (legal.some((action) => action.kind === 'steal')) return m.niagara_steal_prompt();
  return paddlingPrompt(view, legal);
}

function paddlingPrompt(view: View, legal: readonly Action[]): string {
  const { turn } = view;
  if (!turn) return m.niagara_meanwhile_over();
  const { points } = turn;
  if (turn.canoe) return m.niagara_points_left({ canoe: letter(turn.canoe), points });
  const canoes = [...new Set(legal.flatMap((action) => ('canoe' in action ? [action.canoe] : [])))];
  const [first] = canoes;
  if (canoes.length === 1 && first) {
    const canoe = letter(first);
    const ashore = canoeOf(view, first)?.place === 'dock';
    if (ashore && turn.done.length > 0) return m.niagara_launch_other({ canoe, points });
    return m.niagara_move_one({ canoe, points });
  }
  const ashore = canoes.every((name) => canoeOf(view, name)?.place === 'dock');
  return ashore ? m.niagara_launch({ points }) : m.niagara_move({ points });
}

function meanwhile(view: View, name: (seat: number) => string): string {
  if (view.phase === 'over') return m.niagara_meanwhile_over();
  if (view.phase === 'rescue') return m.niagara_meanwhile_rescue();
  if (view.phase === 'cards' || !view.turn) return m.niagara_meanwhile_cards();
  const { card, seat } = view.turn;
  if (card === 'cloud') return m.niagara_meanwhile_weather({ name: name(seat) });
  return m.niagara_meanwhile_turn({ name: name(seat), card: m.niagara_card({ card }) });
}

function confirm({ view, decisions }: Setting): string {
  const card = view.phase === 'cards' ? chosenCard(view, decisions) : null;
  return card ? m.niagara_play_card({ card }) : m.niagara_confirm_turn();
}

function action(decision: Action, { view, name }: Setting): string {
  switch (decision.kind) {
    case 'card':
      return m.niagara_card_name({ card: decision.card });
    case 'decline':
      return m.niagara_do_decline();
    case 'rescue':
      return decision.gem === null
        ? m.niagara_do_rescue_free()
        : capital(m.niagara_do_rescue({ gem: m.niagara_a_gem({ gem: decision.gem }) }));
    case 'weather':
      return m.niagara_do_weather({ step: String(decision.step), value: signed(view.weather + decision.step) });
    case 'paddle':
      return paddle(decision, view);
    case 'unload':
      return capital(m.niagara_do_unload({ gem: m.niagara_the_gem({ gem: decision.gem }) }));
    case 'load':
      return capital(m.niagara_do_load({ gem: m.niagara_a_gem({ gem: decision.gem }) }));
    case 'steal':
      return m.niagara_do_steal({
        gem: m.niagara_the_gem({ gem: decision.gem }),
        name: name(decision.victim),
        canoe: letter(decision.canoe),
      });
    case 'spare':
      return m.niagara_do_spare();
    case 'stay':
      return m.niagara_do_leave();
  }
}

/** Name a move, and the cargo work that the points left over are for. */
function paddle({ canoe: name, to }: Paddle, view: View): string {
  const canoe = canoeOf(view, name);
  const from = canoe?.place ?? 'dock';
  const [gem] = canoe?.cargo ?? [];
  if (to === 'dock')
    return gem ? capital(m.niagara_do_dock_with({ gem: m.niagara_the_gem({ gem }) })) : m.niagara_do_dock();
  const move =
    to === from
      ? m.niagara_do_stay({ disc: disc(to) })
      : from === 'dock'
        ? m.niagara_do_launch({ disc: disc(to) })
        : m.niagara_do_paddle({ disc: disc(to) });
  const left = (view.turn?.points ?? 0) - Math.abs(depth(to) - depth(from));
  if (left >= 4 && gem) return m.niagara_then_swap({ move });
  if (left >= 2) return gem ? m.niagara_then_unload({ move }) : m.niagara_then_load({ move });
  return move;
}

function groups({ view, legal }: Setting): Group[] {
  const found = new Map<string, { title: string; actions: Action[] }>();
  for (const decision of legal) {
    const [id, title] = group(decision, view);
    const there = found.get(id);
    if (there) there.actions.push(decision);
    else found.set(id, { title, actions: [decision] });
  }
  // Doing nothing is offered last.
  const last = ({ id }: Group): number => Number(id === 'else');
  return [...found].map(([id, { title, actions }]) => ({ id, title, actions })).sort((a, b) => last(a) - last(b));
}

function group(decision: Action, view: View): [string, string] {
  switch (decision.kind) {
    case 'card':
      return ['cards', m.niagara_group_cards()];
    case 'rescue':
      return [decision.canoe, m.niagara_group_rescue({ canoe: letter(decision.canoe) })];
    case 'weather':
      return ['weather', m.niagara_group_weather()];
    case 'paddle':
    case 'unload':
    case 'load':
      return [decision.canoe, m.niagara_canoe({ canoe: letter(decision.canoe) })];
    case 'steal':
    case 'spare':
      return ['steal', m.niagara_group_steal()];
    case 'stay': {
      const ashore = mine(view)?.canoes.find(({ name, place }) => place === 'dock' && !view.turn?.done.includes(name));
      return ashore ? [ashore.name, m.niagara_canoe({ canoe: letter(ashore.name) })] : ['else', m.niagara_group_else()];
    }
    case 'decline':
      return ['else', m.niagara_group_else()];
  }
}

function event(told: Event, name: (seat: number) => string): string | null {
  switch (told.kind) {
    case 'round':
      return m.niagara_log_first({ name: name(told.first) });
    case 'rescued': {
      const who = { name: name(told.seat), canoe: letter(told.canoe) };
      if (told.gem === null) return m.niagara_log_rescued_free(who);
      return m.niagara_log_rescued({ ...who, gem: m.niagara_a_gem({ gem: told.gem }) });
    }
    case 'sits_out':
      return m.niagara_log_sits_out({ name: name(told.seat), canoe: letter(told.canoe) });
    case 'revealed':
      return m.niagara_log_revealed({ name: name(told.seat), card: told.card });
    case 'weather':
      return m.niagara_log_weather({
        name: name(told.seat),
        before: signed(told.before),
        after: signed(told.after),
      });
    case 'paddled': {
      const who = { name: name(told.seat), canoe: letter(told.canoe) };
      if (told.end === 'dock') return m.niagara_log_docked(who);
      const end = disc(told.end);
      if (told.end === told.start) return m.niagara_log_stayed({ ...who, end });
      if (told.start === 'dock') return m.niagara_log_launched({ ...who, end });
      return m.niagara_log_paddled({ ...who, start: disc(told.start), end });
    }
    case 'unloaded':
    case 'loaded': {
      const gem = m.niagara_a_gem({ gem: told.gem });
      const what = { name: name(told.seat), canoe: letter(told.canoe), gem };
      return told.kind === 'loaded' ? m.niagara_log_loaded(what) : m.niagara_log_unloaded(what);
    }
    case 'stolen':
      return m.niagara_log_stolen({
        name: name(told.seat),
        gem: m.niagara_a_gem({ gem: told.gem }),
        victim: name(told.victim),
      });
    case 'banked':
      return m.niagara_log_banked({ name: name(told.seat), gem: m.niagara_a_gem({ gem: told.gem }) });
    case 'goal':
      return m.niagara_log_goal({ name: name(told.seat), goal: told.goal });
    case 'idle':
      return m.niagara_log_idle({ name: name(told.seat) });
    case 'river': {
      const lowest = told.lowest === 0 ? '–' : told.lowest;
      const facts = { lowest, weather: signed(told.weather) };
      return told.pushes === 0
        ? m.niagara_log_river_still(facts)
        : m.niagara_log_river({ ...facts, pushes: told.pushes });
    }
    case 'push':
      return lost(told.canoes, name);
    case 'preserver':
      // The next round says who begins it.
      return null;
    case 'cards_back':
      return m.niagara_log_cards_back();
    case 'over':
      if (told.winners.length === 0) return m.niagara_log_nobody();
      return m.niagara_log_over({ names: told.winners.map(name).join(', ') });
  }
}

/** What people watch, the most telling first. */
const TELLING: readonly Event['kind'][] = [
  'over',
  'goal',
  'stolen',
  'river',
  'weather',
  'banked',
  'paddled',
  'rescued',
  'sits_out',
  'idle',
  'revealed',
  'round',
];

function headline(events: readonly Event[], name: (seat: number) => string): string {
  const told = TELLING.map((kind) => events.find((each) => each.kind === kind)).find((each) => each !== undefined);
  return (told && event(told, name)) ?? '';
}

type Moved = Extract<Event, { kind: 'push' }>['canoes'];

function lost(canoes: Moved, name: (seat: number) => string): string | null {
  const sentences = canoes
    .filter(({ place }) => place === 'lost')
    .map(({ seat, canoe, gem }) => {
      const who = { name: name(seat), canoe: letter(canoe) };
      return gem ? m.niagara_log_lost_with({ ...who, gem: m.niagara_a_gem({ gem }) }) : m.niagara_log_lost(who);
    });
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** Give the card that a draft plays, or null. */
export function chosenCard(view: View, decisions: readonly Action[]): string | null {
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
  headline,
  chapter: (told) => (told.kind === 'round' ? m.niagara_log_round({ number: told.number }) : null),
  progress: (view) => [
    m.niagara_progress({ round: view.round }),
    m.niagara_progress_cycle({ cycle: view.cycle_round }),
  ],
  askable,
  why: () => null,
  reasons: (view, seat) =>
    (view.players.find((player) => player.seat === seat)?.goals.reached ?? []).map((goal) =>
      m.niagara_reason({ goal }),
    ),
  standing: (view, seat) => {
    const player = view.players.find((other) => other.seat === seat);
    return player ? m.niagara_standing({ total: player.goals.total, value: player.value }) : '';
  },
  keys: () => [
    ['1 – 6, 0, C', m.niagara_keys_cards()],
    ['A, B', m.niagara_keys_canoe()],
  ],
};
