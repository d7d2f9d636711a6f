/** Folds a game that was played, once, so that any place in it is there at once. */
import { begun, type KeptGame } from '../offline/kept';
import type { Event, View } from '../protocol';
import type { Position, Rules } from '../rules/rules';

/** What there is after one turn, or before the first. */
export interface Place {
  /** Who decided; null before the first turn. */
  readonly seat: number | null;
  /** What everybody saw of the turn. */
  readonly events: readonly Event[];
  /** The position, with all that is hidden in it. */
  readonly record: Uint8Array;
  /** Seats that owe a turn. */
  readonly waiting: readonly number[];
  /** By seat: a secret turn that waits for those of others. */
  readonly pending: readonly (readonly number[] | null)[];
  /** Fields of a view that the rules do not fill. */
  readonly given: Record<string, unknown>;
  readonly over: boolean;
}

export interface Story {
  readonly rules: Rules<unknown>;
  /** The board that was placed in these rules, as a server sends it; null: they have it. */
  readonly board: string | null;
  /** One for the beginning, and one after each turn. */
  readonly places: readonly Place[];
  /** The turn that the rules do not allow, counted from 1; null: they allow all. */
  readonly stopped: number | null;
}

/** Fold a game; throws a RangeError for what these rules cannot begin with. */
export function storyOf(rules: Rules<unknown>, game: KeptGame): Story {
  // The record of a game that was still played may end before what was dealt then.
  const { match, steps } = begun(rules, game, () => null);
  const board = game.from?.board ?? null;
  const place = (seat: number | null, events: readonly Event[]): Place => ({
    seat,
    events,
    record: match.record,
    waiting: match.waiting,
    pending: game.seats.map((_, each) => match.pending(each)),
    given: match.given,
    over: match.over,
  });
  const places = [place(null, match.began)];
  for (const entry of game.entries) {
    try {
      const events = steps.next().value;
      if ('turn' in entry && events) places.push(place(entry.seat, events));
      if ('resample' in entry) {
        // The same place, with other cards.
        const { seat, events } = places.pop() as Place;
        places.push(place(seat, events));
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { rules, board, places, stopped: places.length };
    }
  }
  return { rules, board, places, stopped: null };
}

/** Return where the choice began that all make at once and that goes on at a place; the place itself, if there is none. */
export const choiceBegins = ({ places }: Pick<Story, 'places'>, at: number): number =>
  at - (places[at]?.pending ?? []).filter((turn) => turn !== null).length;

const decoder = new TextDecoder();

/** Make the view of a seat, or of a spectator, with all cards open. */
export function viewAt({ rules }: Story, { record, given }: Place, seat: number | null): View {
  const room = roomOf(rules);
  rules.put(room, record);
  return { ...(JSON.parse(decoder.decode(rules.view(room, seat))) as View), ...given };
}

/** List the players as they look at a place with open cards: what each has chosen in secret lies face up. */
export function openPlayers(story: Story, place: Place): View['players'] {
  const { rules } = story;
  const { players } = viewAt(story, place, null);
  const room = roomOf(rules);
  rules.put(room, place.record);
  place.pending.forEach((turn, seat) => turn?.forEach((action) => rules.decide(room, seat, action)));
  const chosen = { ...place, record: rules.bytes(room) };
  return players.map((player) => {
    const { seat } = player;
    return place.pending[seat]
      ? (viewAt(story, chosen, seat).players.find((each) => each.seat === seat) ?? player)
      : player;
  }) as View['players'];
}

/** Room for a position that is looked at. */
const rooms = new WeakMap<Rules<unknown>, Position<unknown>>();

export function roomOf(rules: Rules<unknown>): Position<unknown> {
  const room = rooms.get(rules) ?? rules.position();
  rooms.set(rules, room);
  return room;
}

/** A place in a game that is worth going to. */
export interface Moment {
  readonly at: number;
  readonly seat: number | null;
  readonly event: Event;
}

/** List where rounds begin: where the log has a heading. */
export const rounds = ({ places }: Story, heading: (event: Event) => string | null): number[] =>
  places.flatMap(({ events }, at) => (events.some((event) => heading(event) !== null) ? [at] : []));

/** List what stands out. */
export const moments = ({ places }: Story, mark: (event: Event) => { seat: number | null } | null): Moment[] =>
  places.flatMap(({ events }, at) =>
    events.flatMap((event): Moment[] => {
      const marked = mark(event);
      return marked ? [{ at, seat: marked.seat, event }] : [];
    }),
  );
