/** Positions made by hand, to look at. */
import type {
  NiagaraAction as Action,
  CanoeName,
  CardName,
  NiagaraEvent as Event,
  GemName,
  Move,
  NiagaraView,
  PlaceName,
  NiagaraPlayerView as PlayerView,
  SeatInfo,
  SwirlName,
  TurnView,
} from '../../../protocol';
import { seated } from '../../seated';

const NAMES = ['Maud', 'Jonas', 'Élise', 'Birch', 'Paddler', 'Orla'];

export function seatsOf(count: number): SeatInfo[] {
  return Array.from({ length: count }, (_, seat) => ({
    ...seated(seat, NAMES[seat] ?? '', seat > 2 ? 'paddler' : null),
    online: seat !== 2,
    thinking: seat === 1,
  }));
}

export type Where = readonly [PlaceName, ...GemName[]];

export function player(
  seat: number,
  a: Where,
  b: Where,
  stash: Partial<Record<GemName, number>>,
  card: CardName | 'hidden' | null,
  played: CardName[],
): PlayerView {
  const counts = Object.values(stash);
  return {
    seat,
    canoes: [a, b].map(([place, ...cargo], i) => ({
      name: (['a', 'b'] as const)[i] as CanoeName,
      place,
      cargo,
      sits_out: false,
      places: 1,
      tied: false,
      moose: false,
    })),
    stash,
    value: 0,
    goals: {
      alike: Math.max(0, ...counts),
      colours: counts.filter((n) => n > 0).length,
      total: counts.reduce((sum, n) => sum + n, 0),
      reached: [],
    },
    card,
    played,
  };
}

export function position(players: PlayerView[], change: Partial<NiagaraView> = {}): NiagaraView {
  return {
    game: 'niagara',
    options: {
      gems_per_deposit: 7,
      preserver_passes: 'left',
      rescue: 'optional',
      tie_break: 'shared',
      show_played: 'all',
      max_rounds: 100,
      double_canoe: false,
      whirlpool: false,
      spirit_cards: false,
      beaver: false,
      moose: false,
      diamond_joe: false,
    },
    round: 1,
    cycle_round: 1,
    phase: 'cards',
    first: 0,
    order: players.map(({ seat }) => seat),
    weather: 0,
    next_arm: 'L',
    whirlpool: null,
    beaver: null,
    moose: null,
    joe: null,
    cycle_length: 7,
    deposits: [{ amethyst: 7 }, { diamond: 7 }, { amber: 7 }, { sapphire: 7 }, { ruby: 7 }],
    players,
    you: 0,
    hand: ['cloud', '1', '2', '3', '4', '5', '6'],
    turn: null,
    speeds: { least: 0, most: 6 },
    ranking: null,
    winners: [],
    ...change,
  } as NiagaraView;
}

/** Seat 0's turn, both canoes with these points. */
export const turn = (card: CardName, points: number, change: Partial<TurnView> = {}): TurnView => ({
  seat: 0,
  card,
  canoe: null,
  points: { a: points, b: points },
  spare_points: 0,
  done: [],
  moves: [],
  ...change,
});

const start = (count: number): NiagaraView =>
  position(Array.from({ length: count }, (_, seat) => player(seat, ['dock'], ['dock'], {}, null, [])));

const midPlayers = [
  player(0, ['3'], ['6L', 'sapphire'], { amethyst: 1, diamond: 1, amber: 1 }, '4', ['1', 'cloud', '6', '4']),
  player(1, ['7R', 'ruby'], ['4', 'diamond'], { amethyst: 2, amber: 1 }, 'hidden', ['2', '5', '1']),
  player(2, ['lost'], ['4'], { sapphire: 1 }, '3', ['6', '3', '4', '3']),
  player(3, ['5', 'amber'], ['dock'], { diamond: 2, ruby: 1, amethyst: 1 }, 'hidden', ['cloud', '2', '6']),
  player(4, ['2', 'amethyst'], ['6R'], {}, 'hidden', ['3', '4', '5']),
];

const mid = position(midPlayers, {
  round: 11,
  cycle_round: 4,
  phase: 'paddling',
  first: 2,
  weather: 1,
  next_arm: 'R',
  deposits: [{ amethyst: 2 }, { diamond: 3 }, { amber: 4, ruby: 1 }, { sapphire: 5, amethyst: 1 }, { ruby: 5 }],
  hand: ['2', '3', '5'],
  turn: turn('4', 4),
  speeds: { least: 2, most: 5 },
});

const { players: _players, ...rest } = mid;

let ids = 0;
export const act = (fields: Record<string, unknown>): Action =>
  ({ id: ids++, text: '', ...fields }) as unknown as Action;
export const paddle = (canoe: CanoeName, to: PlaceName): Action => act({ kind: 'paddle', canoe, to });
export const move = (canoe: CanoeName, to: PlaceName, left = 0, swirl: SwirlName | null = null): Move => ({
  canoe,
  to,
  left,
  swirl,
});

/** Offer moves, told of in the view, and other decisions. */
export const offering = (view: NiagaraView, moves: readonly Move[], ...others: Action[]): Case => ({
  view: { ...view, turn: view.turn && { ...view.turn, moves } },
  legal: [...moves.map(({ canoe, to }) => paddle(canoe, to)), ...others],
});

const crowded = position(
  [
    player(0, ['4', 'diamond'], ['4'], { amethyst: 3, diamond: 1, ruby: 2 }, '2', []),
    player(1, ['4', 'ruby'], ['4', 'amber'], { amethyst: 2 }, '2', []),
    player(2, ['4'], ['4'], {}, '3', []),
    player(3, ['4', 'sapphire'], ['4'], { sapphire: 4 }, '1', []),
    player(4, ['4', 'amethyst'], ['4'], { amethyst: 1, diamond: 1, amber: 1, sapphire: 1, ruby: 1 }, '6', []),
  ],
  { phase: 'paddling', weather: 2, turn: turn('2', 2) },
);

const spread = position(
  [
    player(0, ['1'], ['1', 'ruby'], {}, null, []),
    player(1, ['1'], ['5'], {}, null, []),
    player(2, ['5', 'amber'], ['5'], {}, null, []),
    player(3, ['5'], ['7L', 'ruby'], {}, null, []),
    player(4, ['7L'], ['7L'], {}, null, []),
    player(5, ['7L'], ['7L', 'ruby'], {}, null, []),
  ],
  { weather: -1, deposits: [{}, { diamond: 8, amber: 1, ruby: 3 }, { amber: 1 }, { sapphire: 2 }, { ruby: 3 }] },
);

const wrecks = position(
  [
    player(0, ['lost'], ['lost'], { amethyst: 1, ruby: 1 }, null, []),
    player(1, ['lost'], ['lost'], {}, null, []),
    player(2, ['lost'], ['lost'], {}, null, []),
    player(3, ['lost'], ['lost'], {}, null, []),
    player(4, ['lost'], ['lost'], {}, null, []),
  ],
  { phase: 'rescue', weather: 2 },
);

export interface Case {
  view: NiagaraView;
  before?: NiagaraView;
  legal: Action[];
  canoe?: CanoeName;
}

const drafted = position(
  midPlayers.map((each, i) =>
    i ? each : player(0, ['5', 'amber'], ['6L', 'sapphire'], { amethyst: 1, diamond: 1, amber: 1 }, '4', []),
  ),
  rest,
);

const amid = offering(
  mid,
  [move('a', '7L'), move('a', '7R'), move('a', '5', 2), move('a', 'dock'), move('b', '2')],
  act({ kind: 'load', canoe: 'a', gem: 'amethyst' }),
);

export const CASES: Record<string, Case> = {
  start: { view: start(4), legal: [] },
  two: { view: start(2), legal: [] },
  six: { view: start(6), legal: [] },
  launch: {
    ...offering(
      position(start(5).players as PlayerView[], { phase: 'paddling', turn: turn('6', 6) }),
      (['a', 'b'] as const).flatMap((canoe) => [move(canoe, '6L'), move(canoe, '6R'), move(canoe, '4', 2)]),
    ),
    canoe: 'a',
  },
  mid: amid,
  chosen: { ...amid, canoe: 'a' },
  works: {
    view: position(
      midPlayers.map((each, i) => (i ? each : player(0, ['5', 'diamond'], ['6L', 'sapphire'], {}, '6', []))),
      { ...rest, turn: turn('6', 4, { canoe: 'a' }) },
    ),
    legal: [
      act({ kind: 'load', canoe: 'a', gem: 'amber' }),
      act({ kind: 'load', canoe: 'a', gem: 'ruby' }),
      act({ kind: 'unload', canoe: 'a', gem: 'diamond' }),
    ],
    canoe: 'a',
  },
  steal: {
    view: position(
      midPlayers.map((each, i) => (i ? each : player(0, ['4'], ['6L', 'sapphire'], {}, '3', []))),
      { ...rest, turn: turn('3', 0, { canoe: 'a' }) },
    ),
    legal: [
      act({ kind: 'steal', victim: 1, canoe: 'b', gem: 'diamond' }),
      act({ kind: 'steal', victim: 3, canoe: 'a', gem: 'amber' }),
      act({ kind: 'spare' }),
    ],
  },
  draft: { ...offering(drafted, [move('b', '2')]), before: mid },
  crowded: offering(crowded, [move('a', '6L'), move('b', '2'), move('b', '6R')]),
  spread: { view: spread, legal: [] },
  wrecks: {
    view: wrecks,
    legal: [
      act({ kind: 'rescue', canoe: 'a', gem: 'amethyst' }),
      act({ kind: 'rescue', canoe: 'a', gem: 'ruby' }),
      act({ kind: 'rescue', canoe: 'b', gem: 'ruby' }),
      act({ kind: 'decline' }),
    ],
    canoe: 'a',
  },
  weather: {
    view: { ...mid, turn: turn('cloud', 0) },
    legal: [act({ kind: 'weather', step: -1 }), act({ kind: 'weather', step: 1 })],
  },
};

export const canoeAt = (seat: number, canoe: CanoeName, place: PlaceName, ...gems: GemName[]) => ({
  seat,
  canoe,
  place,
  gems,
});

/** A whole round, to watch: a theft, work, a way home, weather, and a river that takes two canoes. */
export const ROUND: Event[] = [
  { kind: 'revealed', seat: 1, card: '4' },
  { kind: 'paddled', seat: 1, canoe: 'b', start: '4', end: 'dock' },
  { kind: 'banked', seat: 1, canoe: 'b', gem: 'diamond' },
  { kind: 'loaded', seat: 0, canoe: 'a', gem: 'amethyst', site: 0 },
  { kind: 'unloaded', seat: 0, canoe: 'b', gem: 'sapphire', site: 3 },
  { kind: 'paddled', seat: 4, canoe: 'b', start: '6R', end: '5' },
  { kind: 'stolen', seat: 4, canoe: 'b', victim: 3, victim_canoe: 'a', gem: 'amber' },
  { kind: 'weather', seat: 3, before: 1, after: 2 },
  { kind: 'rescued', seat: 2, canoe: 'a', gem: 'sapphire' },
  { kind: 'river', pushes: 3, lowest: 1, weather: 2 },
  {
    kind: 'push',
    number: 1,
    arm: 'R',
    others: [],
    canoes: [
      canoeAt(1, 'a', 'lost', 'ruby'),
      canoeAt(0, 'a', '4'),
      canoeAt(2, 'b', '5'),
      canoeAt(3, 'a', '6R'),
      canoeAt(4, 'b', '6R'),
      canoeAt(4, 'a', '3'),
    ],
  },
  {
    kind: 'push',
    number: 2,
    arm: 'L',
    others: [],
    canoes: [canoeAt(0, 'b', '7L'), canoeAt(0, 'a', '5'), canoeAt(2, 'b', '6L'), canoeAt(4, 'a', '4')],
  },
  {
    kind: 'push',
    number: 3,
    arm: 'R',
    others: [],
    canoes: [canoeAt(0, 'a', '6R'), canoeAt(3, 'a', '7R'), canoeAt(4, 'b', '7R'), canoeAt(4, 'a', '5')],
  },
  { kind: 'preserver', seat: 3 },
];
