import { m as common } from '../../lib/messages';
import { m } from './messages';
import type { Group, Naming, Setting, Words } from '../ui';
import { face, isOnlyOne } from './cards';
import { same } from './chart';
import { cardWords, goalWords, suitWord, wayWords } from './labels';
import { later } from './pieces';
import { setup } from './setup';
import { event, headline, part } from './telling';
import type { CanyonAction, CanyonEvent, CanyonView, Go } from '../../protocol';

type Canyon = Words<CanyonView, CanyonAction, CanyonEvent>;
type Position = Setting<CanyonView, CanyonAction>;

function prompt({ view, decisions, complete, confirmed, legal }: Position): string {
  const decided = decisions[decisions.length - 1];
  if (complete && decided) {
    if (decided.kind === 'bid')
      return confirmed && view.options.secret_bids
        ? m.canyon_bid_waits()
        : m.canyon_ready_bid({ tricks: decided.tricks });
    if (decided.kind === 'play')
      return (isOnlyOne(view, decided.card) ? m.canyon_ready_only : m.canyon_ready_card)({
        card: cardWords(decided.card),
      });
    return isStart(view, decided) ? m.canyon_ready_jetty() : m.canyon_ready_move();
  }
  switch (view.phase) {
    case 'jetties':
      return m.canyon_prompt_jetty();
    case 'bids':
      return m.canyon_prompt_bid({ cards: view.cards });
    case 'tricks': {
      if (view.led === null) return m.canyon_prompt_lead();
      const follows = legal.some((action) => action.kind === 'play' && action.suit === view.led);
      const suit = suitWord(view.led);
      if (follows) return m.canyon_prompt_follow({ suit });
      // Where trump was led, nobody without it can trump.
      const trumps = view.trump !== null && face(view.trump).suit !== view.led;
      return (trumps ? m.canyon_prompt_discard : m.canyon_prompt_any)({ suit });
    }
    case 'moving':
      return m.canyon_prompt_move({ points: mine(view)?.points ?? 0 });
    case 'deal':
      return common.app_why_deal_due();
    case 'over':
      return common.app_why_game_over();
  }
}

const mine = (view: CanyonView) => view.players.find(({ seat }) => seat === view.you);
const isStart = (view: CanyonView, { column, row }: Go): boolean => view.board.rows[row]?.[column] === 'S';

function meanwhile(view: CanyonView, name: Naming): string {
  // What is one's own is about to be asked for.
  const who = view.turn === null || name.you?.(view.turn) ? null : { name: name(view.turn) };
  switch (view.phase) {
    case 'jetties':
      return who ? m.canyon_meanwhile_jetties(who) : '';
    case 'deal':
      return common.app_why_deal_due();
    case 'bids':
      return who ? m.canyon_meanwhile_bid(who) : m.canyon_meanwhile_bids();
    case 'tricks':
      if (!who) return '';
      return view.trick.length === 0 ? m.canyon_meanwhile_lead(who) : m.canyon_meanwhile_play(who);
    case 'moving':
      return who ? m.canyon_meanwhile_move(who) : '';
    case 'over':
      return common.app_why_game_over();
  }
}

function confirm({ view, decisions }: Position): string {
  const decided = decisions[decisions.length - 1];
  if (decided?.kind === 'bid') return m.canyon_confirm_bid({ tricks: decided.tricks });
  if (decided?.kind === 'play') return m.canyon_confirm_card({ card: cardWords(decided.card) });
  return decided && isStart(view, decided) ? m.canyon_confirm_jetty() : m.canyon_confirm_move();
}

function action(decision: CanyonAction, { view, legal }: Position): string {
  if (decision.kind === 'bid') return m.canyon_do_bid({ tricks: decision.tricks });
  if (decision.kind === 'play') return cardWords(decision.card);
  return goalWords(view, decision, spaces(legal).indexOf(decision) + 1);
}

/** The spaces that can be chosen, in the order of the numbers on the board. */
const spaces = (legal: readonly CanyonAction[]): Go[] => legal.filter((each): each is Go => each.kind === 'to');

function groups({ view, legal }: Position): Group<CanyonAction>[] {
  if (legal.length === 0) return [];
  const titles = {
    play: m.canyon_group_cards,
    bid: m.canyon_group_bids,
    to: view.phase === 'jetties' ? m.canyon_group_jetties : m.canyon_group_moves,
  };
  return [{ id: 'decisions', title: titles[legal[0]?.kind ?? 'to'](), actions: legal }];
}

/** Ask about the cards that cannot be played; of the river, about the spaces around the ends. */
function askable({ view, legal }: Position): { action: string; label: string }[] {
  if (view.phase === 'tricks' && legal.length > 0) {
    const playable = new Set(legal.map((each) => each.text));
    return view.hand
      .map((card) => ({ action: `play ${card}`, label: cardWords(card) }))
      .filter(({ action: text }) => !playable.has(text));
  }
  const from = mine(view)?.cell;
  if (view.phase !== 'moving' || legal.length === 0 || !from) return [];
  const goals = new Set(legal.map((each) => each.text));
  return [-1, 0, 1]
    .flatMap((down) => [-1, 0, 1].map((right) => ({ column: from.column + right, row: from.row + down })))
    .filter(({ column, row }) => '.^v<>V'.includes(view.board.rows[row]?.[column] ?? '#'))
    .map((cell) => ({
      action: `to ${cell.column},${cell.row}`,
      label: same(cell, from) ? m.canyon_stay() : m.canyon_beside({ way: wayWords(from, cell) }),
    }))
    .filter(({ action: text }) => !goals.has(text));
}

/** Give the card that a draft plays, or null. */
export function chosenCard(view: CanyonView, decisions: readonly CanyonAction[]): string | null {
  const played = decisions.findLast((decision) => decision.kind === 'play');
  return view.phase === 'tricks' && played?.kind === 'play' ? played.card : null;
}

export const words: Canyon = {
  ...setup,
  prompt,
  meanwhile,
  confirm,
  action,
  groups,
  event,
  part,
  headline,
  chapter: (told) => (told.kind === 'dealt' ? m.canyon_log_chapter({ number: told.number }) : null),
  progress: (view) =>
    view.phase === 'jetties'
      ? [m.canyon_progress_round({ round: 1 }), m.canyon_progress_start()]
      : [
          m.canyon_progress_round({ round: view.round }),
          ...(view.phase === 'over' ? [] : [m.canyon_progress_cards({ cards: view.cards })]),
        ],
  askable,
  why: (reason, values, name) => later.part?.why(reason, values, name) ?? null,
  reasons: (view, seat) => {
    const player = view.players.find((other) => other.seat === seat);
    return player?.arrived ? [m.canyon_reason({ left: player.points_left ?? 0 })] : [];
  },
  standing: (view, seat) => {
    const player = view.players.find((other) => other.seat === seat);
    if (!player) return '';
    if (!player.arrived) return m.canyon_standing_distance({ distance: player.distance });
    if (typeof player.bid !== 'number') return '';
    // Of several that arrive with as many points left the higher bid is before the other (C-END-1).
    const equal = view.players.some(
      (other) =>
        other.seat !== seat && other.arrived && other.points_left === player.points_left && other.bid !== player.bid,
    );
    return (equal ? m.canyon_standing_decides : m.canyon_standing_bid)({ bid: player.bid });
  },
  keys: () => [
    ['1 – 8', m.canyon_keys_cards()],
    ['0 – 8', m.canyon_keys_bid()],
    ['← →', m.canyon_keys_walk()],
    ['R', m.canyon_sheet()],
  ],
};
