/** Folds a game that was played, once, so that any place in it is there at once. */
import { type KeptGame, openingOf } from '../offline/kept';
import type { Event } from '../protocol';
import { Match } from '../rules/match';
import type { Rules } from '../rules/rules';

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
  /** One for the beginning, and one after each turn. */
  readonly places: readonly Place[];
  /** The turn that the rules do not allow, counted from 1; null: they allow all. */
  readonly stopped: number | null;
}

/** Fold a game; throws a RangeError for what these rules cannot begin with. */
export function storyOf(rules: Rules<unknown>, game: KeptGame): Story {
  const { start, deals } = openingOf(game);
  const match = new Match(rules, start, () => {
    const next = deals.shift();
    if (next === undefined) throw new RangeError('a word of chance is missing');
    return next;
  });
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
    if ('deal' in entry) continue;
    try {
      places.push(place(entry.seat, match.commit(entry.seat, entry.turn)));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { rules, places, stopped: places.length };
    }
  }
  return { rules, places, stopped: null };
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
