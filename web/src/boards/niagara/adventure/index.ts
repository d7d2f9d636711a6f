/** Niagara in five scenes. */
import { type Adventure, anyScenes, type Scene, YOU } from '../../../adventure/scene';
import type { NiagaraEvent } from '../../../protocol';
import made from './made.json';
import { m } from './messages';

const RIVAL = 1;

/** The cards that the player has played, in order. */
const cardsOf = (events: readonly NiagaraEvent[]): readonly string[] =>
  events.flatMap((event) => (event.kind === 'revealed' && event.seat === YOU ? event.card : []));

const scenes: readonly Scene<NiagaraEvent>[] = [
  {
    id: 'fetch',
    title: m.niagara_fetch,
    asked: [
      { action: 'card 5', say: m.niagara_fetch_card },
      { action: 'card 6', say: m.niagara_fetch_home },
      { action: 'card 4' },
      { action: 'load a amethyst', say: m.niagara_fetch_load },
      { action: 'load b amethyst', say: m.niagara_fetch_load },
      { action: 'load a diamond', say: m.niagara_fetch_load },
      { action: 'load b diamond', say: m.niagara_fetch_load },
      { action: 'paddle a dock', say: m.niagara_fetch_dock },
      { action: 'paddle b dock', say: m.niagara_fetch_dock },
      { action: 'stay', say: m.niagara_stay },
      { action: 'paddle a 3', say: m.niagara_fetch_paddle },
      { action: 'paddle b 3', say: m.niagara_fetch_paddle },
      { action: 'paddle a 4' },
      { action: 'paddle b 4' },
    ],
    rivals: { [RIVAL]: ['card 2', 'card 3', 'paddle a 3', 'paddle a 1', 'stay'] },
    goal: (event) => event.kind === 'banked' && event.seat === YOU,
    misses: (events) => {
      const [first = '5', second] = cardsOf(events);
      const loaded = events.some((event) => event.kind === 'loaded' && event.seat === YOU);
      const home = second === undefined || (loaded && ['4', '6'].includes(second));
      return first !== '5' || !home || cardsOf(events).length > 2;
    },
    done: m.niagara_fetch_done,
    otherwise: m.niagara_fetch_otherwise,
  },
  {
    id: 'robbed',
    title: m.niagara_robbed,
    asked: [
      { action: 'card 4', say: m.niagara_robbed_card },
      ...['1', '2', '3', 'cloud'].map((card) => ({ action: `card ${card}` })),
    ],
    rivals: { [RIVAL]: ['card 2', 'paddle a 4', 'steal 0a diamond', 'stay'] },
    goal: (event) => event.kind === 'stolen' && event.victim === YOU,
    done: m.niagara_robbed_done,
    otherwise: m.niagara_robbed_card,
  },
  {
    id: 'steal',
    title: m.niagara_steal,
    asked: [
      { action: 'card 2', say: m.niagara_steal_card },
      { action: 'paddle a 3', say: m.niagara_steal_paddle },
      { action: 'steal 1a diamond', say: m.niagara_steal_take },
      { action: 'stay', say: m.niagara_stay },
    ],
    rivals: { [RIVAL]: ['card 4'] },
    goal: (event) => event.kind === 'stolen' && event.seat === YOU,
    misses: (events) => cardsOf(events).some((card) => card !== '2'),
    done: m.niagara_steal_done,
    otherwise: m.niagara_steal_otherwise,
  },
  {
    id: 'river',
    title: m.niagara_river,
    asked: [
      { action: 'paddle a 7L', say: m.niagara_river_paddle },
      { action: 'stay', say: m.niagara_stay },
      { action: 'rescue a amethyst', say: m.niagara_river_rescue },
      { action: 'rescue a diamond' },
    ],
    rivals: {},
    goal: (event) => event.kind === 'rescued' && event.seat === YOU,
    done: m.niagara_river_done,
    otherwise: m.niagara_river_otherwise,
  },
  {
    id: 'win',
    title: m.niagara_win,
    asked: [
      { action: 'card 3', or: ['card 4', 'card 5', 'card 6'], say: m.niagara_win_card },
      ...['4', '5', '6'].map((card) => ({ action: `card ${card}` })),
      { action: 'paddle a dock', say: m.niagara_win_dock },
      { action: 'stay', say: m.niagara_stay },
    ],
    rivals: { [RIVAL]: ['card 2', 'paddle a 3', 'spare', 'stay'] },
    goal: (event) => event.kind === 'over' && event.winners.includes(YOU),
    misses: (events) =>
      cardsOf(events).length > 1 || events.some((event) => event.kind === 'unloaded' && event.seat === YOU),
    done: m.niagara_win_done,
    otherwise: m.niagara_win_otherwise,
  },
];

export const adventure: Adventure = { scenes: anyScenes(scenes), made, rivals: ['Mika'] };
