import type {
  Update,
  Draft,
  NiagaraAction as Action,
  NiagaraView as View,
  SeatInfo,
  Delta,
  Sync,
  TableInfo,
} from '../src/protocol';
import { seated } from '../src/boards/seated';

export const card = (name: '1' | '2' | '3' | '4' | '5' | '6'): Action => ({
  kind: 'card',
  id: Number(name),
  text: `card ${name}`,
  card: name,
});

const player = (seat: number): View['players'][number] => ({
  seat,
  canoes: [
    { name: 'a', place: 'dock', cargo: [], sits_out: false, places: 1, tied: false, moose: false },
    { name: 'b', place: 'dock', cargo: [], sits_out: false, places: 1, tied: false, moose: false },
  ],
  stash: {},
  value: 0,
  goals: { alike: 0, colours: 0, total: 0, reached: [] },
  card: null,
  played: [],
});

export const view = (changes: Partial<View> = {}): View => ({
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
  order: [0, 1, 2],
  weather: 0,
  next_arm: 'L',
  whirlpool: null,
  beaver: null,
  moose: null,
  joe: null,
  cycle_length: 7,
  deposits: [{ amethyst: 7 }, { diamond: 7 }, { amber: 7 }, { sapphire: 7 }, { ruby: 7 }],
  players: [player(0), player(1), player(2)],
  you: 0,
  hand: ['cloud', '1', '2', '3', '4', '5', '6'],
  turn: null,
  speeds: { least: 0, most: 6 },
  ranking: null,
  winners: [],
  ...changes,
});

const seat = (number: number): SeatInfo => ({
  ...seated(number, ['Ann', 'Bob', 'Cleo'][number] ?? '', number === 0 ? null : 'paddler'),
  thinking: true,
});

export const table = (version: number): TableInfo => ({
  id: 'abc',
  game: 'niagara',
  status: 'running',
  version,
  created: '2025-01-01T00:00:00Z',
  preset: 'rulebook',
  options: {},
  host: 0,
  seats: [seat(0), seat(1), seat(2)],
  bot_seconds: 1,
  pace: { clock: null, absence: 60, silence: 180, stand_in: 'paddler' },
  ended: null,
  votes: [],
  spectators: 0,
  rematch: null,
  access: 'link',
  fills: null,
  previous: null,
  tournament: null,
  origin: null,
  games: 0,
  dealing: null,
  notice: null,
  note: null,
  private_replay: null,
  unrated: null,
  levels: null,
  ready: null,
  ratings: null,
});

export const draft = (version: number, changes: Partial<Draft> = {}): Draft => ({
  type: 'draft',
  version,
  seat: 0,
  step: 0,
  decisions: [],
  legal: [card('3'), card('4')],
  complete: false,
  confirmed: false,
  can_undo: false,
  view: view(),
  ...changes,
});

/** A draft in which one card was chosen. */
export const chosen = (version: number, changes: Partial<Draft> = {}): Draft =>
  draft(version, { step: 1, decisions: [card('4')], legal: [], complete: true, can_undo: true, ...changes });

/** The whole state at a version, as a new connection is told. */
export const sync = (version: number, changes: Partial<Sync> = {}): Delta => {
  const { updates = [], draft: drafted = draft(version), ...others } = changes;
  const state = {
    you: 0,
    table: table(version),
    view: view(),
    draft: drafted,
    ahead: null,
    ...others,
  };
  return { type: 'delta', version, since: null, patch: [state], updates };
};

export const update = (version: number, seat: number | null = 1): Update => ({
  version,
  seat,
  events: [{ kind: 'revealed', seat: seat ?? 1, card: '2' }],
});
