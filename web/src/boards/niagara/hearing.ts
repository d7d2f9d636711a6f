/** What is heard of Niagara. */
import type {
  CanoeName,
  NiagaraAction as Action,
  NiagaraEvent as Event,
  NiagaraView as View,
  PlaceName,
} from '../../protocol';
import { distance, type Point } from '../art/geometry';
import type { Cue, Hearing, Listening, SoundName } from '../ui';
import { armOf, ARMS, BRINK, discAt, PLANS, type Plan, wet } from './layouts';
import { berth, type BoatId, GEMS, moor, steps } from './places';
import { boatsOf, idOf, type Scene, sceneOf } from './scene';
import { after } from './story';
import { themes } from './themes';
import { LIP_MS, PLUNGE_MS, PUSH_MS } from './falling';

/** A river of this speed roars; faster ones sound alike. */
const FASTEST = 7;
/** How near the falls are at disc 7, in discs; from land they are heard as from this far up. */
const LIP = 7;
const FROM_LAND = 2;
/** A canoe is heard when it hits the pool. */
const HITS = (PUSH_MS + LIP_MS + PLUNGE_MS) / 1000;

const HAPPENS: Partial<Record<Event['kind'], SoundName>> = {
  revealed: 'cards',
  paddled: 'paddle',
  joe_paddled: 'paddle',
  push: 'push',
  swept: 'push',
  swirled: 'push',
  loaded: 'gem',
  joe_loaded: 'gem',
  joe_gave: 'gem',
  unloaded: 'unload',
  stolen: 'stolen',
  joe_took: 'stolen',
  joe_swapped: 'stolen',
  banked: 'banked',
  goal: 'goal',
  beaver: 'splash',
  beaver_fell: 'plunge',
  joe_fell: 'plunge',
  tied: 'knock',
  preserver: 'knock',
  rescued: 'knock',
  moose_taken: 'knock',
  cards_back: 'cards',
};

/** What kinds of gems sound like, in semitones: five notes of which none is wrong after another. */
const NOTES = [0, 2, 4, 7, 9];

const DECIDED: Partial<Record<Action['kind'], SoundName>> = {
  card: 'card',
  weather: 'wind',
  paddle: 'paddle',
  load: 'gem',
  unload: 'unload',
  steal: 'stolen',
  joe_take: 'stolen',
  joe_give: 'gem',
  joe_swap: 'stolen',
  tie: 'knock',
  moose: 'knock',
  rescue: 'knock',
};

type Told = Listening<View, Event>;

/** Where somebody listens: where everything is now, and which canoe of theirs is farthest down the river. */
class Ear {
  readonly scene: Scene;
  readonly plan: Plan;
  readonly #you: number | null;
  readonly #spots: ReadonlyMap<BoatId, Point>;
  readonly #seats: number;

  constructor({ view, happened, you, layout }: Told) {
    this.scene = happened.reduce(after, sceneOf(view));
    this.plan = PLANS[layout];
    this.#you = you;
    this.#seats = view.players.length;
    this.#spots = moor(this.plan, boatsOf(this.scene), this.#seats);
  }

  /** The place of this player's canoe farthest down – of all canoes, for a spectator. */
  get foremost(): PlaceName {
    const own = this.scene.canoes.filter(({ seat, place }) => wet(place) && (this.#you === null || seat === this.#you));
    return own.reduce<PlaceName>((first, { place }) => (deepOf(place) > deepOf(first) ? place : first), 'dock');
  }

  canoe(seat: number, name: CanoeName): Point | undefined {
    return this.#spots.get(idOf(seat, name));
  }

  berth(seat: number): Point {
    return berth(this.plan, seat, this.#seats);
  }

  /** Where the river falls below a place. */
  brink(place: PlaceName): Point {
    return this.plan.courses[wet(place) ? armOf(place) : 'L'].at(BRINK);
  }

  /** Tell where something is heard. */
  hear(at: Point | undefined): Pick<Cue, 'at' | 'far'> {
    if (!at) return {};
    const { plan, foremost } = this;
    const here = wet(foremost) ? discAt(plan, foremost) : plan.dock.centre;
    return { at, far: Math.min(1, distance(here, at) / Math.max(...plan.box)) };
  }
}

const deepOf = (place: PlaceName): number => (wet(place) ? Number(place[0]) : 0);

/** Find where an event happens; undefined: nowhere on the board. */
function placeOf(event: Event, ear: Ear, you: number | null): Point | undefined {
  switch (event.kind) {
    case 'push': {
      const lost = event.canoes.find(({ place }) => place === 'lost');
      if (lost) return ear.brink(`7${event.arm}`);
      const [first] = event.canoes;
      const { seat, canoe } = event.canoes.find(({ seat }) => seat === you) ?? first ?? { seat: -1, canoe: 'a' };
      return ear.canoe(seat, canoe) ?? discAt(ear.plan, '4');
    }
    case 'swept':
      return event.end === 'lost' ? ear.brink(event.start) : ear.canoe(event.seat, event.canoe);
    case 'loaded':
    case 'unloaded':
    case 'joe_loaded':
      return ear.plan.deposits[event.site];
    case 'banked':
    case 'goal':
    case 'preserver':
      return ear.berth(event.seat);
    case 'beaver':
    case 'joe_restarted':
      return wet(event.place) ? discAt(ear.plan, event.place) : undefined;
    case 'beaver_fell':
    case 'joe_fell':
      return ear.plan.pool[0];
    case 'joe_paddled':
      return wet(event.end) ? discAt(ear.plan, event.end) : undefined;
    default:
      return 'canoe' in event ? ear.canoe(event.seat, event.canoe) : undefined;
  }
}

/** Tell how an event sounds, wherever it happens. */
function soundOf(event: Event, you: number | null): Omit<Cue, 'at' | 'far'> | null {
  switch (event.kind) {
    case 'push':
      return event.canoes.some(({ place }) => place === 'lost') ? { sound: 'plunge', after: HITS } : { sound: 'push' };
    case 'swept':
      return event.end === 'lost' ? { sound: 'plunge', after: HITS } : { sound: 'push' };
    case 'weather':
      return event.after > event.before ? { sound: 'thunder', theme: 'storm' } : { sound: 'wind' };
    case 'paddled':
    case 'joe_paddled':
      return { sound: 'paddle', times: Math.min(4, Math.max(1, steps(event.start, event.end))) };
    case 'stolen':
      // What others take from others is heard, and no more.
      return { sound: 'stolen', ...([event.seat, event.victim].includes(you ?? -1) && { theme: 'theft' }) };
    case 'over':
      return { theme: event.winners.includes(you ?? -1) ? 'won' : 'over' };
    default: {
      const sound = HAPPENS[event.kind];
      return sound ? { sound, ...('gem' in event && event.gem && { step: NOTES[GEMS.indexOf(event.gem)] }) } : null;
    }
  }
}

export const hearing: Hearing<View, Action, Event> = {
  water(told) {
    const { speeds } = told.view;
    const ear = new Ear(told);
    const { foremost, plan } = ear;
    const [left, right] = ARMS.map((arm) => plan.courses[arm].at(BRINK)) as [Point, Point];
    // Above the fork both are heard, between them.
    const falls = foremost.length > 1 && wet(foremost) ? ear.brink(foremost) : { x: (left.x + right.x) / 2, y: left.y };
    return {
      rush: Math.min(1, Math.max(0, speeds.most / FASTEST)),
      roar: Math.max(FROM_LAND, deepOf(foremost)) / LIP,
      falls,
    };
  },
  happens(event, told) {
    const cue = soundOf(event, told.you);
    if (!cue) return null;
    const ear = new Ear(told);
    return { ...cue, ...ear.hear(placeOf(event, ear, told.you)) };
  },
  decided(action, told) {
    const sound = DECIDED[action.kind];
    if (!sound) return null;
    const ear = new Ear(told);
    return {
      sound,
      ...ear.hear('canoe' in action && told.you !== null ? ear.canoe(told.you, action.canoe) : undefined),
    };
  },
  themes,
};
