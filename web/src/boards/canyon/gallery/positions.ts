/** Positions made by hand, to look at. */
import type {
  CanyonAction,
  CanyonEvent,
  CanyonPlayerView,
  CanyonView,
  Cell,
  Drift,
  End,
  Prospect,
  SeatInfo,
  SuitName,
  TrickCard,
} from '../../../protocol';
import { seated } from '../../seated';
import { chart, key } from '../chart';
import { MAPS } from './maps';

const NAMES = ['Maud', 'Jonas', 'Élise', 'Birch', 'Voyageur', 'Orla'];
const TRACK = [8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7];

export function seatsOf(count: number, thinking: number | null): SeatInfo[] {
  return Array.from({ length: count }, (_, seat) => ({
    ...seated(seat, NAMES[seat] ?? '', seat > 2 ? 'voyageur' : null),
    online: seat !== 2,
    thinking: seat === thinking,
  }));
}

const at = (column: number, row: number): Cell => ({ column, row });

interface Sketch {
  readonly cells: readonly (Cell | null)[];
  readonly map?: string;
  readonly bids?: readonly (number | 'hidden' | null)[];
  readonly tricks?: readonly number[];
  readonly hands?: number;
  readonly points?: readonly number[];
  /** Where the current is about to take canoes, by seat. */
  readonly drifts?: Readonly<Record<number, readonly Drift[]>>;
}

const ON: Readonly<Record<string, CanyonPlayerView['on']>> = {
  S: 'start',
  '.': 'calm',
  G: 'gangway',
  V: 'village',
  '^': 'rapids',
  v: 'rapids',
  '<': 'rapids',
  '>': 'rapids',
};

function position(sketch: Sketch, change: Partial<CanyonView>): CanyonView {
  const rows = MAPS[sketch.map ?? 'canyon'] ?? [];
  const { distance } = chart(rows);
  const players = sketch.cells.map((cell, seat): CanyonPlayerView => {
    const points = sketch.points?.[seat] ?? null;
    const bid = sketch.bids?.[seat] ?? null;
    const tricks = sketch.tricks?.[seat] ?? 0;
    return {
      seat,
      cell,
      on: cell ? (ON[rows[cell.row]?.[cell.column] ?? '#'] ?? 'none') : 'none',
      distance: cell ? (distance.get(key(cell)) ?? 0) : 0,
      bid,
      tricks,
      hope: typeof bid !== 'number' ? null : tricks === bid ? 'made' : points === null ? 'open' : 'missed',
      hand_size: sketch.hands ?? 0,
      points,
      bonus: points === null ? null : bid === tricks ? Math.min(3, tricks + 1) : 0,
      moved: false,
      drifts: sketch.drifts?.[seat] ?? [],
      arrived: false,
      points_left: null,
    };
  });
  return {
    game: 'canyon',
    options: { board: 'canyon', skip_brown: false, secret_bids: false, show_played: 'all', max_rounds: 500 },
    round: 4,
    phase: 'tricks',
    board: { name: sketch.map ?? 'canyon', rows },
    dealer: players.length - 1,
    order: players.map(({ seat }) => seat),
    track: TRACK,
    space: 1,
    cards: 8,
    trump: 'flame 4',
    leader: 0,
    led: null,
    trick: [],
    last_trick: null,
    tricks: [],
    players,
    you: 0,
    hand: ['fir 3', 'fir 9', 'fish 2', 'flame 6', 'flame 10', 'sun 5', 'sun 7', 'feather 8'],
    turn: 0,
    ends: [],
    prospects: [],
    risk: [],
    free_jetties: [],
    ranking: null,
    winners: [],
    ...change,
  };
}

let ids = 0;
const play = (card: string): CanyonAction => {
  const [suit = 'fir', value = '1'] = card.split(' ');
  return { kind: 'play', id: ids++, text: `play ${card}`, suit: suit as SuitName, value: Number(value), card };
};
const bid = (tricks: number): CanyonAction => ({ kind: 'bid', id: ids++, text: `bid ${tricks}`, tricks });
const go = ({ column, row }: Cell): CanyonAction => ({
  kind: 'to',
  id: ids++,
  text: `to ${column},${row}`,
  column,
  row,
});
const card = (seat: number, text: string): TrickCard => ({ seat, card: text });

export interface Case {
  readonly view: CanyonView;
  readonly before?: CanyonView;
  readonly legal: readonly CanyonAction[];
  readonly chosen?: string;
}

const drift = (seat: number, start: Cell, end: Cell): Drift => ({ seat, start, end, fell: false });

const mid = [at(12, 9), at(10, 11), at(16, 9), at(16, 6), at(7, 9), at(13, 10)];
const late = [at(5, 2), at(6, 3), at(6, 2), at(12, 2), at(10, 0), at(2, 1)];
const jetties = [4, 5].map((_, i) => at(4, 8 + i * 2)).concat([at(4, 7), at(4, 9), at(4, 11), at(4, 12)]);
const pool = [at(21, 6), at(20, 8), at(25, 5), at(17, 6), at(19, 2), at(12, 4)];

const finished = [
  {
    cards: [
      card(0, 'sun 9'),
      card(1, 'sun 2'),
      card(2, 'sun 10'),
      card(3, 'feather 1'),
      card(4, 'sun 4'),
      card(5, 'sun 3'),
    ],
    winner: 2,
  },
  {
    cards: [
      card(2, 'fir 10'),
      card(3, 'fir 1'),
      card(4, 'flame 2'),
      card(5, 'fir 6'),
      card(0, 'fir 2'),
      card(1, 'fir 7'),
    ],
    winner: 4,
  },
];

function end(cell: Cell, used: number, left: number, ...path: Cell[]): End {
  return { ...cell, used, left, path };
}

/** What a bid brings the first canoe of `mid`: on, until its way bends. */
const prospect = (tricks: number): Prospect => {
  const points = tricks + Math.min(3, tricks + 1);
  const path = [at(12, 9), at(13, 10), at(14, 10), at(15, 9), at(16, 8), at(16, 7), at(15, 6), at(15, 5), at(16, 4)];
  return { tricks, points, path: path.slice(0, points + 1) };
};

const ends: readonly End[] = [
  end(at(14, 8), 2, 1, at(12, 9), at(13, 9), at(14, 8)),
  end(at(15, 9), 3, 0, at(12, 9), at(13, 10), at(14, 9), at(15, 9)),
  end(at(15, 10), 3, 0, at(12, 9), at(13, 10), at(14, 11), at(15, 10)),
];
const moving = position(
  { cells: mid, bids: [2, 1, 0, 3, 2, 1], tricks: [1, 1, 1, 3, 2, 0], points: [3, 2, 1, 6, 5, 0] },
  { phase: 'moving', hand: [], ends, last_trick: finished[1] ?? null, tricks: finished },
);

export const CASES: Readonly<Record<string, Case>> = {
  jetties: {
    view: position(
      { cells: [null, at(4, 8), null, null, at(4, 10), null] },
      { phase: 'jetties', trump: null, hand: [], round: 1, free_jetties: [] },
    ),
    legal: [at(4, 7), at(4, 9), at(4, 11), at(4, 12)].map(go),
  },
  bids: {
    view: position(
      { cells: mid, bids: [null, 2, 0, 7, 3, null], hands: 8 },
      {
        phase: 'bids',
        order: [1, 2, 3, 4, 0, 5],
        prospects: Array.from({ length: 9 }, (_, tricks) => prospect(tricks)),
      },
    ),
    legal: [0, 1, 2, 3, 4, 5, 6, 7, 8].map(bid),
  },
  risk: {
    view: position(
      { cells: [at(6, 1), ...late.slice(1, 4)], bids: [null, 2, 0, null], hands: 5 },
      {
        phase: 'bids',
        cards: 5,
        space: 4,
        order: [1, 2, 0, 3],
        hand: ['fir 3', 'flame 6', 'flame 10', 'sun 5', 'feather 8'],
        prospects: [0, 1, 2, 3, 4, 5].map((tricks) => {
          const path = [at(6, 1), at(5, 2), at(4, 2), at(3, 2)];
          const points = Math.min(3, tricks + 1);
          return { tricks, points, path: path.slice(0, points + 1) };
        }),
        risk: [{ ...drift(0, at(6, 1), at(10, 0)), fell: true }],
      },
    ),
    legal: [0, 1, 2, 3, 4, 5].map(bid),
  },
  secret: {
    view: position(
      { cells: jetties, bids: [null, 'hidden', null, 'hidden'], hands: 5 },
      { phase: 'bids', cards: 5, space: 4, hand: ['fir 3', 'flame 6', 'flame 10', 'sun 5', 'feather 8'] },
    ),
    legal: [0, 1, 2, 3, 4, 5].map(bid),
  },
  lead: {
    view: position({ cells: mid, bids: [2, 1, 0, 3, 2, 1], tricks: [0, 0, 0, 0, 0, 0], hands: 8 }, {}),
    legal: ['fir 3', 'fir 9', 'fish 2', 'flame 6', 'flame 10', 'sun 5', 'sun 7', 'feather 8'].map(play),
  },
  follow: {
    view: position(
      { cells: late, bids: [2, 1, 0, 3, 2, 1], tricks: [0, 1, 1, 0, 1, 0], hands: 5 },
      {
        led: 'sun',
        leader: 3,
        trick: [card(3, 'sun 8'), card(4, 'sun 1'), card(5, 'flame 3')],
        hand: ['fir 3', 'fish 2', 'flame 10', 'sun 5', 'sun 7'],
        last_trick: finished[1] ?? null,
        tricks: finished,
      },
    ),
    legal: ['sun 5', 'sun 7'].map(play),
  },
  chosen: {
    view: position(
      { cells: late, bids: [2, 1, 0, 3, 2, 1], tricks: [0, 1, 1, 0, 1, 0], hands: 5 },
      {
        led: 'sun',
        leader: 3,
        trick: [card(3, 'sun 8'), card(4, 'sun 1'), card(5, 'flame 3'), card(0, 'sun 7')],
        hand: ['fir 3', 'fish 2', 'flame 10', 'sun 5'],
        last_trick: finished[1] ?? null,
        tricks: finished,
      },
    ),
    chosen: 'sun 7',
    legal: ['sun 5', 'sun 7'].map(play),
  },
  moving: { view: moving, legal: moving.ends.map(go) },
  drafted: {
    view: {
      ...moving,
      ends: [],
      players: moving.players.map((each) => (each.seat ? each : { ...each, cell: at(15, 9) })),
    },
    before: moving,
    legal: [],
  },
  rapids: {
    view: position(
      {
        cells: [...late.slice(0, 4), at(6, 1), ...late.slice(5)],
        bids: [2, 1, 0, 3, 2, 1],
        tricks: [1, 1, 1, 3, 2, 0],
        points: [0, 2, 0, 6, 5, 0],
        drifts: {
          0: [drift(0, at(5, 2), at(5, 1))],
          2: [drift(2, at(6, 2), at(6, 1)), { ...drift(4, at(6, 1), at(10, 0)), fell: true }],
          5: [{ ...drift(5, at(2, 1), at(10, 0)), fell: true }],
        },
      },
      { phase: 'moving', hand: [], turn: 3, last_trick: finished[1] ?? null },
    ),
    legal: [],
  },
  gangway: {
    view: position(
      {
        cells: [at(10, 0), at(10, 0), at(10, 0), at(10, 0), at(9, 1), at(5, 1)],
        bids: [1, 1, 0, 1, 2, 0],
        tricks: [1, 1, 1, 0, 0, 0],
        hands: 1,
      },
      { cards: 4, hand: ['fir 3'] },
    ),
    legal: [play('fir 3')],
  },
  whirlpool: {
    view: position(
      {
        cells: pool,
        map: 'whirlpool',
        bids: [2, 1, 0, 3, 2, 1],
        tricks: [3, 1, 1, 3, 2, 0],
        points: [0, 2, 1, 6, 5, 0],
        drifts: { 0: [drift(0, at(21, 6), at(22, 6))] },
      },
      { phase: 'moving', hand: [], turn: 3 },
    ),
    legal: [],
  },
  whirlcards: {
    view: position(
      { cells: pool, map: 'whirlpool', bids: [2, 1, 0, 3, 2, 1], tricks: [0, 1, 0, 0, 1, 0], hands: 6 },
      { trick: [card(5, 'fish 8'), card(4, 'fish 1')], led: 'fish' },
    ),
    legal: [play('fish 2')],
  },
  over: {
    view: position(
      {
        cells: [at(1, 1), at(3, 2), at(1, 3), at(9, 1), at(14, 2), at(6, 3)],
        bids: [2, 1, 0, 3, 2, 1],
        tricks: [2, 1, 1, 3, 2, 0],
        points: [4, 2, 0, 6, 5, 0],
      },
      { phase: 'over', hand: [], turn: null, ranking: [1, 3, 2, 4, 6, 5], winners: [0] },
    ),
    legal: [],
  },
};

/** A round's end, to watch: the last trick, what it is worth, moves, a push over the falls, an arrival. */
export const ROUND: readonly CanyonEvent[] = [
  { kind: 'played', seat: 0, card: 'sun 7' },
  { kind: 'played', seat: 1, card: 'sun 6' },
  { kind: 'played', seat: 2, card: 'fish 9' },
  { kind: 'trick', seat: 5, cards: ['sun 8', 'sun 1', 'flame 3', 'sun 7', 'sun 6', 'fish 9'], tricks: 1, leads: false },
  {
    kind: 'settled',
    players: [2, 1, 0, 3, 2, 1].map((tricks, seat) => ({ seat, bid: tricks, tricks, bonus: 2, points: tricks + 2 })),
  },
  {
    kind: 'drifted',
    seat: 1,
    chain: [
      { seat: 1, start: at(6, 3), end: at(6, 2), fell: false },
      { seat: 2, start: at(6, 2), end: at(6, 1), fell: false },
    ],
  },
  { kind: 'drifted', seat: 5, chain: [{ seat: 5, start: at(2, 1), end: at(10, 0), fell: true }] },
  { kind: 'lost_turn', seat: 5 },
  { kind: 'moved', seat: 3, path: [at(12, 2), at(11, 2), at(10, 2), at(9, 2), at(8, 2)], used: 4, left: 0 },
  { kind: 'moved', seat: 0, path: [at(5, 2), at(4, 2), at(3, 2), at(2, 2), at(1, 2)], used: 4, left: 1 },
  { kind: 'arrived', seat: 0, left: 1 },
  { kind: 'marker', space: 2, dealer: 0 },
  { kind: 'dealt', number: 5, dealer: 0, cards: 7, trump: 'fish 3', space: 2 },
];
