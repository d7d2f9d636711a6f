/** Positions with the expansion modules, made by hand, to look at. */
import type {
  CanoeName,
  CardName,
  NiagaraEvent as Event,
  NiagaraView,
  NiagaraPlayerView as PlayerView,
} from '../../../protocol';
import { act, canoeAt, type Case, move, offering, player, position, turn } from './positions';

/** Everybody's canoe b has two places. */
function spirits(players: PlayerView[], change: Partial<NiagaraView> = {}): NiagaraView {
  const moose = change.moose ?? { seat: null, canoe: null };
  const doubled = players.map((each) => ({
    ...each,
    canoes: each.canoes.map((canoe) => ({
      ...canoe,
      places: canoe.name === 'b' ? 2 : 1,
      tied: each.card === 'rope' && canoe.place !== 'lost',
      moose: moose.seat === each.seat && moose.canoe === canoe.name,
    })),
  }));
  const view = position(doubled, {
    whirlpool: '4',
    joe: { place: '3', cargo: 'amethyst' },
    cycle_length: 10,
    cycle_round: 6,
    round: 16,
    phase: 'paddling',
    next_arm: 'R',
    weather: 1,
    first: 2,
    deposits: [{ amethyst: 3 }, { diamond: 4 }, { amber: 5, ruby: 1 }, { sapphire: 6 }, { ruby: 5, amber: 1 }],
    hand: ['2', '5', '7', 'rope', 'cloud'],
    speeds: { least: 1, most: 8 },
    ...change,
    moose,
  });
  const { options } = view;
  const all = { double_canoe: true, whirlpool: true, spirit_cards: true, beaver: true, moose: true, diamond_joe: true };
  return { ...view, options: { ...options, ...all } };
}

const played: CardName[] = ['1', '3', '4', '6', '123', 'cloud', '7', 'rope', '2', '5'];

const crew = (card: CardName): PlayerView[] => [
  player(0, ['2'], ['5', 'amber', 'sapphire'], { amethyst: 1, diamond: 1, ruby: 1 }, card, ['1', '3', '4', '6', '123']),
  player(1, ['7R', 'ruby'], ['3', 'diamond'], { amethyst: 2, amber: 1 }, 'hidden', played),
  player(2, ['lost'], ['6L', 'sapphire', 'ruby'], { sapphire: 1 }, 'rope', played.slice(0, 9)),
  player(3, ['5', 'amber'], ['dock'], { diamond: 2, ruby: 1, amethyst: 1 }, '123', played.slice(2)),
  player(4, ['2', 'amethyst'], ['6R', 'ruby'], {}, 'hidden', played.slice(4)),
  player(5, ['1'], ['7L', 'ruby', 'amber'], { amber: 3, ruby: 2 }, 'hidden', played.slice(1, 8)),
];

const moved = (card: CardName, a: PlayerView['canoes'][number]['place'], ...gems: never[]): PlayerView[] =>
  crew(card).map((each, i) => (i ? each : player(0, [a, ...gems], ['5', 'amber', 'sapphire'], {}, card, [])));

const crowd = spirits(
  [
    player(0, ['4', 'diamond'], ['4', 'ruby', 'amber'], { amethyst: 3, diamond: 1, ruby: 2 }, '2', []),
    player(1, ['4', 'ruby'], ['4', 'amber'], { amethyst: 2 }, '2', []),
    player(2, ['4'], ['4', 'sapphire', 'diamond'], {}, '3', []),
    player(3, ['4', 'sapphire'], ['4'], { sapphire: 4 }, '1', []),
    player(4, ['5', 'amethyst'], ['5', 'ruby', 'ruby'], { amber: 1 }, '6', []),
    player(5, ['5'], ['5', 'amber'], { amber: 1 }, '7', []),
  ],
  {
    whirlpool: 'lost',
    beaver: '5',
    joe: { place: '4', cargo: 'diamond' },
    moose: { seat: 3, canoe: 'a' },
    weather: 2,
    turn: turn('2', 2),
  },
);

export const SPIRITS: Record<string, Case> = {
  spirits: offering(
    spirits(crew('4'), { beaver: '1', weather: 2, turn: turn('4', 4) }),
    [move('a', '6L'), move('a', '6R'), move('a', 'dock'), move('b', '2'), move('b', '6L', 2), move('b', '6R', 2)],
    act({ kind: 'unload', canoe: 'b', gem: 'amber' }),
    act({ kind: 'unload', canoe: 'b', gem: 'sapphire' }),
  ),
  swirl: {
    ...offering(spirits(crew('2'), { beaver: '6R', weather: 2, turn: turn('2', 2) }), [
      move('a', '5', 0, 'surely'),
      move('a', 'dock'),
      move('b', '5', 0, 'surely'),
      move('b', '7L'),
      move('b', '7R'),
    ]),
    canoe: 'a',
  },
  fork: {
    ...offering(spirits(crew('3'), { whirlpool: '5', turn: turn('3', 3) }), [
      move('a', '6L', 0, 'surely'),
      move('a', '6R', 0, 'surely'),
      move('a', '3', 2),
      move('a', 'dock'),
    ]),
    canoe: 'a',
  },
  joe: {
    view: spirits(moved('123', '3', 'diamond' as never), { turn: turn('123', 0, { canoe: 'a' }) }),
    legal: [act({ kind: 'joe_swap', gem: 'diamond' }), act({ kind: 'stop' })],
  },
  deals: {
    view: spirits(
      crew('2').map((each, i) => (i ? each : player(0, ['2'], ['3', 'amber'], {}, '2', []))),
      { turn: turn('2', 0, { canoe: 'b' }) },
    ),
    legal: [
      act({ kind: 'steal', victim: 1, canoe: 'b', gem: 'diamond' }),
      act({ kind: 'joe_take' }),
      act({ kind: 'joe_swap', gem: 'amber' }),
      act({ kind: 'stop' }),
    ],
  },
  gift: {
    view: spirits(
      crew('2').map((each, i) => (i ? each : player(0, ['2'], ['3', 'amber', 'ruby'], {}, '2', []))),
      { joe: { place: '3', cargo: null }, turn: turn('2', 0, { canoe: 'b' }) },
    ),
    legal: [act({ kind: 'joe_give', gem: 'amber' }), act({ kind: 'joe_give', gem: 'ruby' }), act({ kind: 'stop' })],
  },
  onetwothree: {
    ...offering(spirits(crew('123'), { whirlpool: '7L', turn: turn('123', 3, { spare_points: 2 }) }), [
      ...(['dock', '1', '4', '5'] as const).map((to) => move('a', to)),
      move('a', '3', 2),
      ...(['2', '3', '7R'] as const).map((to) => move('b', to)),
      ...(['4', '6L', '6R'] as const).map((to) => move('b', to, 2)),
    ]),
    canoe: 'b',
  },
  stop: {
    view: spirits(moved('123', '4'), { whirlpool: '6R', turn: turn('123', 2, { canoe: 'a', spare_points: 2 }) }),
    legal: [act({ kind: 'load', canoe: 'a', gem: 'diamond' }), act({ kind: 'stop' })],
    canoe: 'a',
  },
  moose: {
    ...offering(
      spirits(
        crew('cloud').map((each, i) => (i ? each : player(0, ['7L'], ['7R', 'amber', 'ruby'], {}, '3', []))),
        { turn: turn('3', 3) },
      ),
      [move('a', '5'), move('b', '5'), move('b', '6R', 2)],
      act({ kind: 'moose', canoe: 'a' }),
      act({ kind: 'moose', canoe: 'b' }),
    ),
    canoe: 'b',
  },
  tie: { view: spirits(crew('2'), { turn: turn('rope', 0) }), legal: [act({ kind: 'tie' })] },
  tied: {
    view: spirits(crew('rope'), { moose: { seat: 5, canoe: 'b' }, whirlpool: '7R' }),
    legal: [],
  },
  swept: {
    view: spirits(
      crew('rope').map((each, i) => (i ? each : player(0, ['5'], ['5', 'amber', 'sapphire'], {}, 'rope', []))),
      { phase: 'river', whirlpool: '5' },
    ),
    legal: (['a', 'b'] as CanoeName[]).flatMap((canoe) =>
      (['6L', '6R'] as const).map((to) => act({ kind: 'swept', canoe, to })),
    ),
    canoe: 'b',
  },
  crowd: offering(crowd, [move('a', '2'), move('b', '6L')]),
  choose: { view: spirits(crew('4'), { phase: 'cards', turn: null }), legal: [] },
};

/** A round with everything that belongs to nobody, to watch from the position `spirits`. */
export const SPIRITED: Event[] = [
  { kind: 'revealed', seat: 2, card: 'rope' },
  { kind: 'tied', seat: 2 },
  { kind: 'revealed', seat: 5, card: '2' },
  { kind: 'moose_taken', seat: 5, canoe: 'b' },
  { kind: 'paddled', seat: 5, canoe: 'b', start: '7L', end: '4' },
  { kind: 'swirled', seat: 5, canoe: 'b', start: '4', end: '5' },
  { kind: 'paddled', seat: 0, canoe: 'a', start: '2', end: '3' },
  { kind: 'joe_swapped', seat: 1, canoe: 'b', gem: 'diamond', joe_gem: 'amethyst' },
  { kind: 'joe_took', seat: 0, canoe: 'a', gem: 'diamond' },
  { kind: 'joe_gave', seat: 1, canoe: 'b', gem: 'amethyst' },
  { kind: 'joe_took', seat: 5, canoe: 'a', gem: 'amethyst' },
  { kind: 'river', pushes: 4, lowest: 2, weather: 2 },
  {
    kind: 'push',
    number: 1,
    arm: 'R',
    canoes: [
      canoeAt(1, 'a', 'lost', 'ruby'),
      canoeAt(0, 'a', '4'),
      canoeAt(0, 'b', '6R'),
      canoeAt(1, 'b', '4'),
      canoeAt(3, 'a', '6R'),
      canoeAt(4, 'a', '3'),
      canoeAt(4, 'b', '7R'),
      canoeAt(5, 'a', '2'),
      canoeAt(5, 'b', '6R'),
    ],
    others: [
      { what: 'whirlpool', place: '5' },
      { what: 'beaver', place: '2' },
      { what: 'joe', place: '4' },
    ],
  },
  {
    kind: 'push',
    number: 2,
    arm: 'L',
    canoes: [canoeAt(0, 'a', '5'), canoeAt(1, 'b', '5'), canoeAt(4, 'a', '4'), canoeAt(5, 'a', '3')],
    others: [
      { what: 'whirlpool', place: '6L' },
      { what: 'beaver', place: '3' },
      { what: 'joe', place: '5' },
    ],
  },
  {
    kind: 'push',
    number: 3,
    arm: 'R',
    canoes: [
      canoeAt(4, 'b', 'lost', 'ruby'),
      canoeAt(0, 'a', '6R'),
      canoeAt(0, 'b', '7R'),
      canoeAt(3, 'a', '7R'),
      canoeAt(5, 'b', '7R'),
      canoeAt(1, 'b', '6R'),
      canoeAt(4, 'a', '5'),
      canoeAt(5, 'a', '4'),
    ],
    others: [
      { what: 'beaver', place: '4' },
      { what: 'joe', place: '6R' },
    ],
  },
  {
    kind: 'push',
    number: 4,
    arm: 'L',
    canoes: [canoeAt(4, 'a', '6L'), canoeAt(5, 'a', '5')],
    others: [
      { what: 'whirlpool', place: '7L' },
      { what: 'beaver', place: '5' },
    ],
  },
  { kind: 'swept', seat: 2, canoe: 'b', start: '6L', end: '7L', gems: [] },
  { kind: 'joe_loaded', gem: 'sapphire', site: 3 },
  { kind: 'joe_paddled', start: '6R', end: '4' },
  { kind: 'preserver', seat: 3 },
  { kind: 'round', number: 17, first: 3 },
];
