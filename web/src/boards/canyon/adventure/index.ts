/** Canyon in five scenes. */
import { type Adventure, anyScenes, type Scene, YOU } from '../../../adventure/scene';
import type { CanyonEvent } from '../../../protocol';
import made from './made.json';
import { m } from './messages';

const [MIKA, LOU] = [1, 2];

const scenes: readonly Scene<CanyonEvent>[] = [
  {
    id: 'bid',
    title: m.canyon_bidding,
    asked: [{ action: 'bid 2', say: m.canyon_bidding_bid }],
    rivals: { [MIKA]: ['bid 1'], [LOU]: ['bid 0'] },
    goal: (event) => event.kind === 'bid' && event.seat === YOU && event.tricks === 2,
    done: m.canyon_bidding_done,
    otherwise: m.canyon_bidding_otherwise,
  },
  {
    id: 'exact',
    title: m.canyon_exact,
    asked: [
      { action: 'play sun 10', also: ['play sun 8', 'play fir 2'], say: m.canyon_exact_first },
      // The firs have given the lead away.
      { action: 'play sun 8', also: ['play sun 10'], or: ['play sun 10'], say: m.canyon_exact_trump },
      { action: 'play sun 8', say: m.canyon_exact_second },
      { action: 'play sun 10', say: m.canyon_exact_second },
      { action: 'play fir 2', say: m.canyon_exact_third },
    ],
    rivals: {
      [MIKA]: ['play fish 3', 'play feather 5', 'play fir 9'],
      [LOU]: ['play fish 2', 'play flame 6', 'play fir 5'],
    },
    goal: (event) => event.kind === 'settled' && event.players.some(isExact),
    done: m.canyon_exact_done,
    otherwise: m.canyon_exact_third,
  },
  {
    id: 'rapids',
    title: m.canyon_rapids,
    asked: [
      { action: 'to 7,4', say: m.canyon_rapids_go },
      { action: 'to 7,3' },
      { action: 'to 7,2' },
      { action: 'to 7,1' },
    ],
    rivals: {},
    goal: (event) => event.kind === 'moved' && event.seat === YOU,
    done: m.canyon_rapids_done,
    otherwise: m.canyon_rapids_go,
  },
  {
    id: 'swept',
    title: m.canyon_swept,
    asked: [{ action: 'play fir 2', say: m.canyon_swept_play }],
    rivals: { [MIKA]: ['play fish 9'], [LOU]: ['play fish 3'] },
    goal: (event) => event.kind === 'drifted' && event.chain.some(({ seat, fell }) => seat === YOU && fell),
    done: m.canyon_swept_done,
    otherwise: m.canyon_swept_play,
  },
  {
    id: 'arrive',
    title: m.canyon_arrive,
    asked: [
      { action: 'bid 1', say: m.canyon_arrive_bid },
      { action: 'play flame 10', say: m.canyon_arrive_play },
      { action: 'to 1,2', say: m.canyon_arrive_go },
      { action: 'to 1,3' },
      { action: 'to 1,1' },
    ],
    rivals: { [MIKA]: ['bid 0', 'to 4,2'], [LOU]: ['bid 1'] },
    goal: (event) => event.kind === 'over' && event.winners.includes(YOU),
    misses: (events) => events.some((event) => event.kind === 'bid' && event.seat === YOU && event.tricks !== 1),
    done: m.canyon_arrive_done,
    otherwise: m.canyon_arrive_otherwise,
  },
];

/** Whether the player has taken exactly as many tricks as they bid. */
function isExact({ seat, bid, tricks }: { seat: number; bid: number; tricks: number }): boolean {
  return seat === YOU && bid === tricks;
}

export const adventure: Adventure = { scenes: anyScenes(scenes), made, rivals: ['Mika', 'Lou'] };
