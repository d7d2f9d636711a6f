/** The slip of paper that offers what a tap cannot say: which gem, from whom, and whether at all. */
import type {
  NiagaraAction as Action,
  CanoeName,
  GemName,
  NiagaraView,
  Paddle,
  PlaceName,
  SeatInfo,
  Sweep,
} from '../../protocol';
import type { Point, Spot } from '../art/geometry';
import { initialOf } from '../art/names';
import type { Choices, Dealing } from './choices';
import * as words from './labels';
import type { Plan } from './layouts';
import { dealing } from './naming';
import { type BoatId, middle } from './places';
import { canoeOf, placeOf } from './reach';
import { idOf } from './scene';

/** One thing that a tap can mean, and what is drawn on its button. */
export interface Meaning {
  readonly action: Action;
  readonly label: string;
  readonly picture:
    | { readonly kind: 'gem'; readonly gem: GemName; readonly way: 'up' | 'down' | null }
    | {
        readonly kind: 'canoe';
        readonly seat: number;
        readonly canoe: CanoeName;
        readonly places: number;
        readonly cargo: readonly GemName[];
        readonly initial: string;
      }
    /** Own gem and Joe's, and which of them changes hands. */
    | {
        readonly kind: 'joe';
        readonly own: GemName | null;
        readonly his: GemName | null;
        readonly deal: Dealing['kind'];
      }
    | { readonly kind: 'rope' | 'free' | 'leave' };
}

export interface Slip {
  readonly anchor: Point;
  readonly list: readonly Meaning[];
}

interface Table {
  readonly plan: Plan;
  readonly view: NiagaraView;
  readonly seats: readonly SeatInfo[];
  readonly choices: Choices;
  /** Canoe in hand. */
  readonly canoe: CanoeName | null;
  readonly spots: ReadonlyMap<BoatId, Spot>;
  /** Site or place that has been tapped. */
  readonly opened: number | PlaceName | null;
}

/** Make the slip for what can be chosen now; null where places and pieces say it all. */
export function slipOf(table: Table): Slip | null {
  const { plan, view, choices, canoe, spots, opened } = table;
  const { you } = view;
  if (choices.steals.length || choices.dealings.length) {
    return { anchor: middle(plan, placeOf(view, view.turn?.canoe ?? null) ?? 'dock'), list: meeting(table) };
  }
  if (choices.tie && you !== null) {
    const list: Meaning[] = [{ action: choices.tie, label: words.tieWords(), picture: { kind: 'rope' } }];
    return { anchor: spots.get(idOf(you, canoe ?? 'a')) ?? middle(plan, 'dock'), list };
  }
  if (choices.rescues.length && canoe && you !== null) {
    const list = choices.rescues.map((action): Meaning => {
      const picture = action.gem ? { kind: 'gem' as const, gem: action.gem, way: null } : { kind: 'free' as const };
      return { action, label: words.rescueWords(action), picture };
    });
    return { anchor: spots.get(idOf(you, canoe)) ?? middle(plan, 'lost'), list };
  }
  const goal = choices.goals.find(({ to }) => to === opened);
  if (goal) return { anchor: middle(plan, goal.to), list: goal.moves.map((move) => whose(table, move)) };
  const works = choices.sites.find(({ site }) => site === opened)?.works;
  if (works) {
    const list = works.map((action): Meaning => {
      const way = action.kind === 'load' ? 'up' : 'down';
      return { action, label: words.workWords(action), picture: { kind: 'gem', gem: action.gem, way } };
    });
    return { anchor: plan.deposits[opened as number] ?? middle(plan, 'dock'), list };
  }
  return null;
}

/** Offer a move by its canoe, where more than one could make it. */
function whose({ view, seats }: Table, move: Paddle | Sweep): Meaning {
  const seat = view.you ?? 0;
  const canoe = canoeOf(view, move.canoe);
  return {
    action: move,
    label: words.goalWords(move, view, true),
    picture: {
      kind: 'canoe',
      seat,
      canoe: move.canoe,
      places: canoe?.places ?? 1,
      cargo: canoe?.cargo ?? [],
      initial: initialOf(seats, seat),
    },
  };
}

/** List what can be done with the boats one has caught up with, doing nothing last. */
function meeting({ view, seats, choices }: Table): Meaning[] {
  const his = view.joe?.cargo ?? null;
  const steals = choices.steals.map((action): Meaning => {
    const victim = view.players.find(({ seat }) => seat === action.victim);
    return {
      action,
      label: words.stealWords(action, seats),
      picture: {
        kind: 'canoe',
        seat: action.victim,
        canoe: action.canoe,
        places: victim?.canoes.find(({ name }) => name === action.canoe)?.places ?? 1,
        cargo: [action.gem],
        initial: initialOf(seats, action.victim),
      },
    };
  });
  const dealings = choices.dealings.map((action): Meaning => ({
    action,
    label: dealing(action, his),
    picture: { kind: 'joe', own: 'gem' in action ? action.gem : null, his, deal: action.kind },
  }));
  const { leave } = choices;
  const rest: Meaning[] = leave
    ? [{ action: leave, label: words.leaveWords(leave, dealings.length > 0), picture: { kind: 'leave' } }]
    : [];
  return [...steals, ...dealings, ...rest];
}
