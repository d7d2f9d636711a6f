/** What is heard of Canyon. */
import type { CanyonAction as Action, CanyonEvent as Event, CanyonView as View, Cell } from '../../protocol';
import { distance, type Point } from '../art/geometry';
import type { Cue, Hearing, Listening, SoundName } from '../ui';
import { around, seatAt } from './cards';
import { centre, chart, type Chart, UNIT } from './chart';
import { themes } from './themes';
import { FALL, PUSH_MS } from './timetable';

const HAPPENS: Partial<Record<Event['kind'], SoundName>> = {
  dealt: 'cards',
  played: 'card',
  trick: 'trick',
  bid: 'knock',
  bids: 'knock',
  jetty: 'knock',
  moved: 'paddle',
  blocked: 'knock',
  arrived: 'arrival',
};

const DECIDED: Partial<Record<Action['kind'], SoundName>> = {
  play: 'card',
  bid: 'knock',
  to: 'paddle',
};

/** The falls are out of hearing from so many spaces away. */
const HEARD_FROM = 9;
/** A canoe is heard when it hits the water below. */
const HITS = (FALL.drift + FALL.lip + FALL.plunge) / 1000;

type Told = Listening<View, Event>;

/** Follow every canoe through what has happened. */
function cellsOf({ view, happened }: Told): Map<number, Cell> {
  const cells = new Map(view.players.flatMap(({ seat, cell }) => (cell ? [[seat, cell] as const] : [])));
  for (const event of happened) {
    if (event.kind === 'jetty') cells.set(event.seat, { column: event.column, row: event.row });
    else if (event.kind === 'moved') cells.set(event.seat, event.path.at(-1) as Cell);
    else if (event.kind === 'drifted') for (const { seat, end } of event.chain) cells.set(seat, end);
  }
  return cells;
}

const middle = ({ columns, height }: Chart): Point => ({ x: (columns * UNIT) / 2, y: (height * UNIT) / 2 });

/** Where somebody listens: from their own canoe; without one, above the middle of the map. */
function earOf(told: Told, map: Chart): Point {
  const cell = told.you === null ? undefined : cellsOf(told).get(told.you);
  return cell ? centre(cell) : middle(map);
}

function hear(at: Point | undefined, told: Told): Pick<Cue, 'at' | 'far'> {
  if (!at) return {};
  const map = chart(told.view.board.rows);
  return { at, far: Math.min(1, distance(earOf(told, map), at) / (Math.max(map.columns, map.height) * UNIT)) };
}

/** Find where an event happens; undefined: not on the river. */
function placeOf(event: Event, told: Told): Point | undefined {
  switch (event.kind) {
    case 'drifted': {
      const [drift] = event.chain;
      const falling = event.chain.find(({ fell }) => fell) ?? drift;
      return falling && centre(falling.start);
    }
    case 'jetty':
    case 'moved':
    case 'blocked':
    case 'arrived': {
      const cell = cellsOf(told).get(event.seat);
      return cell && centre(cell);
    }
    default:
      return undefined;
  }
}

/** Tell how an event sounds, wherever it happens. */
function soundOf(event: Event, { view, you }: Told): Omit<Cue, 'at' | 'far'> | null {
  switch (event.kind) {
    case 'drifted': {
      const nth = event.chain.findIndex(({ fell }) => fell);
      if (nth < 0) return { sound: 'rapids' };
      return { sound: 'plunge', theme: 'swept', after: HITS + (nth * PUSH_MS) / 1000 };
    }
    case 'settled': {
      const met = event.players.filter(({ bid, tricks }) => bid === tricks).map(({ seat }) => seat);
      return { sound: (you === null ? met.length > 0 : met.includes(you)) ? 'met' : 'missed' };
    }
    case 'moved':
      return { sound: 'paddle', times: Math.min(5, Math.max(1, event.path.length - 1)) };
    case 'arrived':
      return { sound: 'arrival', theme: 'arrival' };
    case 'played':
    case 'trick':
      return { sound: HAPPENS[event.kind] ?? 'card', aside: asideOf(event.seat, view, you) };
    case 'over':
      return { theme: event.winners.includes(you ?? -1) ? 'won' : 'over' };
    default: {
      const sound = HAPPENS[event.kind];
      return sound ? { sound } : null;
    }
  }
}

/** Tell how far to the right on the table somebody's card lies, from −1 to 1. */
function asideOf(seat: number, { players }: View, you: number | null): number {
  const nth = around(players.length, you).indexOf(seat);
  return (seatAt(nth, players.length, 50, 50).x - 50) / 50;
}

export const hearing: Hearing<View, Action, Event> = {
  water(told) {
    const { phase, board } = told.view;
    const map = chart(board.rows);
    const ear = earOf(told, map);
    const brinks = map.falls.map(centre).sort((a, b) => distance(ear, a) - distance(ear, b));
    const [falls = null] = brinks;
    // While cards are played, the river is further away.
    const near = phase === 'moving' ? 1 : 0.5;
    const away = falls ? distance(ear, falls) / UNIT : HEARD_FROM;
    return { rush: 0.6 * near, roar: near * Math.max(0.15, 1 - away / HEARD_FROM), falls };
  },
  happens(event, told) {
    const cue = soundOf(event, told);
    return cue && { ...cue, ...hear(placeOf(event, told), told) };
  },
  decided(action, told) {
    const sound = DECIDED[action.kind];
    if (!sound) return null;
    return { sound, ...(action.kind === 'to' && hear(centre(action), told)) };
  },
  themes,
};
