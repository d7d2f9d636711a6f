/** Small positions that show a rule at work, on the board itself. */
import { MAPS } from '../gallery/maps';
import { m } from './messages';
import type { CanyonEvent, CanyonPhaseName, CanyonView, Cell, TrickCard } from '../../../protocol';
import type { Figure, Figures } from '../../../learn/figure';
import { seated } from '../../seated';

const NAMES = ['Ann', 'Bob', 'Cleo', 'Dan'];
const rows = MAPS['canyon'] ?? [];

const seats = NAMES.map((name, seat) => seated(seat, name));

const at = (column: number, row: number): Cell => ({ column, row });

function position(phase: CanyonPhaseName, cells: readonly Cell[], trick: readonly TrickCard[] = []): CanyonView {
  const players = cells.map((cell, seat) => ({
    seat,
    cell,
    on: rows[cell.row]?.[cell.column] === '^' ? 'rapids' : 'calm',
    distance: 0,
    bid: null,
    tricks: 0,
    hope: null,
    hand_size: 0,
    points: null,
    bonus: null,
    moved: false,
    drifts: [],
    arrived: false,
    points_left: null,
  }));
  const view = {
    game: 'canyon',
    options: {},
    round: 1,
    phase,
    board: { name: 'canyon', rows },
    dealer: 0,
    order: players.map(({ seat }) => seat),
    track: [8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7],
    space: 1,
    cards: 8,
    trump: phase === 'tricks' ? 'flame 4' : null,
    leader: 0,
    led: trick.length > 0 ? 'sun' : null,
    trick,
    last_trick: null,
    tricks: [],
    players,
    you: null,
    hand: [],
    turn: null,
    ends: [],
    prospects: [],
    risk: [],
    free_jetties: [],
    ranking: null,
    winners: [],
  };
  // Only what a board draws; a figure has no options, hands or turns.
  return view as unknown as CanyonView;
}

function figure(
  caption: () => string,
  view: CanyonView,
  events: readonly CanyonEvent[] = [],
  after: CanyonView = view,
): Figure {
  return { caption, seats, view, events, after };
}

const card = (seat: number, text: string): TrickCard => ({ seat, card: text });
const afloat = [at(8, 9), at(10, 11), at(12, 9), at(9, 12)];
const led = [card(0, 'sun 6'), card(1, 'sun 9'), card(2, 'sun 3')];

export const figures: Figures = {
  'C-SET-1': figure(m.learn_canyon_figure_board, position('moving', [at(4, 7), at(4, 8), at(4, 11), at(4, 12)])),
  'C-PLAY-2': figure(
    m.learn_canyon_figure_trick,
    position('tricks', afloat, led),
    [
      { kind: 'played', seat: 3, card: 'flame 2' },
      { kind: 'trick', seat: 3, cards: ['sun 6', 'sun 9', 'sun 3', 'flame 2'], tricks: 1, leads: true },
    ],
    position('tricks', afloat),
  ),
  'C-MOVE-3': figure(
    m.learn_canyon_figure_move,
    position('moving', [at(6, 8), at(7, 8)]),
    [{ kind: 'moved', seat: 0, path: [at(6, 8), at(7, 9), at(8, 9)], used: 2, left: 0 }],
    position('moving', [at(8, 9), at(7, 8)]),
  ),
  'C-RAPID-2': figure(
    m.learn_canyon_figure_drift,
    position('moving', [at(6, 3), at(6, 2), at(6, 1)]),
    [
      {
        kind: 'drifted',
        seat: 0,
        chain: [
          { seat: 0, start: at(6, 3), end: at(6, 2), fell: false },
          { seat: 1, start: at(6, 2), end: at(6, 1), fell: false },
          { seat: 2, start: at(6, 1), end: at(10, 0), fell: true },
        ],
      },
    ],
    position('moving', [at(6, 2), at(6, 1), at(10, 0)]),
  ),
};
