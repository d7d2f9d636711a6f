/** Small positions that show a rule at work, on the board itself. */
import { m } from './messages';
import type { Arm, CanoeName, Event, GemName, NiagaraView, PlaceName } from '../../../protocol';
import type { Figure, Figures } from '../../../learn/figure';
import { seated } from '../../seated';

type Where = readonly [place: PlaceName, gem?: GemName];
type Canoes = readonly (readonly [a: Where, b: Where])[];

const NAMES = ['Ann', 'Bob', 'Cleo'];
const DOCK: Where = ['dock'];
/** What each deposit holds at the start, in the order of the river. */
const GEMS: readonly GemName[] = ['amethyst', 'diamond', 'amber', 'sapphire', 'ruby'];

const seats = NAMES.map((name, seat) => seated(seat, name));

function position(canoes: Canoes, change: Partial<NiagaraView> = {}): NiagaraView {
  const players = canoes.map((places, seat) => ({
    seat,
    canoes: places.map(([place, gem], i) => ({
      name: (['a', 'b'] as const)[i] as CanoeName,
      place,
      places: 1,
      cargo: gem ? [gem] : [],
      sits_out: false,
      tied: false,
      moose: false,
    })),
    stash: {},
    value: 0,
    goals: { alike: 0, colours: 0, total: 0, reached: [] },
    card: null,
    played: [],
  }));
  const view = {
    game: 'niagara',
    options: {},
    round: 1,
    cycle_round: 1,
    phase: 'paddling',
    first: 0,
    order: players.map(({ seat }) => seat),
    weather: 0,
    next_arm: 'L',
    deposits: GEMS.map((gem) => ({ [gem]: 7 })),
    whirlpool: null,
    beaver: null,
    moose: null,
    joe: null,
    players,
    you: null,
    hand: [],
    turn: null,
    speeds: { least: 0, most: 6 },
    ranking: null,
    winners: [],
    ...change,
  };
  // Only what a board draws; a figure has no options, cards or turns.
  return view as unknown as NiagaraView;
}

/** Deposits with one gem of a colour taken out. */
function without(taken: GemName): NiagaraView['deposits'] {
  return GEMS.map((gem) => ({ [gem]: gem === taken ? 6 : 7 }));
}

function figure(
  caption: () => string,
  before: Canoes,
  events: readonly Event[] = [],
  after: Canoes = before,
  changes: { both?: Partial<NiagaraView>; after?: Partial<NiagaraView> } = {},
): Figure {
  const view = position(before, changes.both);
  return { caption, seats, view, events, after: position(after, { ...changes.both, ...changes.after }) };
}

const paddled = (canoe: CanoeName, start: PlaceName, end: PlaceName): Event => ({
  kind: 'paddled',
  seat: 0,
  canoe,
  start,
  end,
});
const at = (seat: number, canoe: CanoeName, place: PlaceName, gem: GemName | null = null) => ({
  seat,
  canoe,
  place,
  gems: gem ? [gem] : [],
});
const push = (number: number, arm: Arm, canoes: ReturnType<typeof at>[]): Event => ({
  kind: 'push',
  number,
  arm,
  canoes,
  others: [],
});

const start: Canoes = [
  [DOCK, DOCK],
  [DOCK, DOCK],
  [DOCK, DOCK],
];

export const figures: Figures = {
  map: figure(m.learn_niagara_figure_map, start),
  'N-SET-8': figure(m.learn_niagara_figure_deposits, start),
  'N-MOVE-5': figure(
    m.learn_niagara_figure_move,
    [[['2'], ['4']]],
    [paddled('a', '2', '5'), paddled('b', '4', '1')],
    [[['5'], ['1']]],
  ),
  'N-GEM-3': figure(
    m.learn_niagara_figure_load,
    [[['5'], DOCK]],
    [{ kind: 'loaded', seat: 0, canoe: 'a', gem: 'amber', site: 2 }, paddled('a', '5', '2')],
    [[['2', 'amber'], DOCK]],
    { after: { deposits: without('amber') } },
  ),
  'N-GEM-7': figure(
    m.learn_niagara_figure_bank,
    [[['3', 'amethyst'], DOCK]],
    [paddled('a', '3', 'dock'), { kind: 'banked', seat: 0, canoe: 'a', gem: 'amethyst' }],
    [[DOCK, DOCK]],
    { both: { deposits: without('amethyst') } },
  ),
  'N-STEAL-1': figure(
    m.learn_niagara_figure_steal,
    [
      [['6L'], DOCK],
      [['4', 'diamond'], DOCK],
    ],
    [paddled('a', '6L', '4'), { kind: 'stolen', seat: 0, canoe: 'a', victim: 1, victim_canoe: 'a', gem: 'diamond' }],
    [
      [['4', 'diamond'], DOCK],
      [['4'], DOCK],
    ],
    { both: { deposits: without('diamond') } },
  ),
  'N-CLOUD-1': figure(
    m.learn_niagara_figure_cloud,
    [[['3'], ['5']]],
    [{ kind: 'weather', seat: 0, before: 0, after: 1 }],
    [[['3'], ['5']]],
    { after: { weather: 1 } },
  ),
  'N-FLOW-2': figure(
    m.learn_niagara_figure_push,
    [
      [['5'], ['1']],
      [['7L', 'ruby'], ['6R']],
      [['3'], DOCK],
    ],
    [
      { kind: 'river', pushes: 2, lowest: 2, weather: 0 },
      push(1, 'L', [at(1, 'a', 'lost', 'ruby'), at(0, 'a', '6L'), at(0, 'b', '2'), at(2, 'a', '4')]),
      push(2, 'R', [at(1, 'b', '7R'), at(0, 'b', '3'), at(2, 'a', '5')]),
    ],
    [
      [['6L'], ['3']],
      [['lost'], ['7R']],
      [['5'], DOCK],
    ],
  ),
  'S-WHIRL-2': figure(
    m.learn_niagara_figure_whirlpool,
    [[DOCK, DOCK]],
    [paddled('a', 'dock', '3'), { kind: 'swirled', seat: 0, canoe: 'a', start: '3', end: '4' }],
    [[['4'], DOCK]],
    { both: { whirlpool: '3' } },
  ),
};
