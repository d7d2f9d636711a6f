/** Works out how a game that was played stood from round to round, and where it turned. */
import type { Ending, Measure } from '../boards/ui';
import type { Event } from '../protocol';
import { rounds, type Story, viewAt } from '../replay/story';

/** How one measure went, by seat: at the beginning, and after each round. */
export interface Line {
  readonly measure: Measure;
  readonly seats: readonly (readonly number[])[];
}

/** How a turn changed where a seat stands. */
export interface Effect {
  readonly seat: number;
  readonly before: number;
  readonly after: number;
}

/** A turn after which the game stood otherwise. */
export interface TurningPoint {
  /** How many turns had been played with it. */
  readonly at: number;
  /** Where that is among the rounds: 2.5 lies in the middle of the third. */
  readonly round: number;
  /** Whose doing or loss it is; null: of several. */
  readonly seat: number | null;
  /** What happened; null: it is told by who leads only. */
  readonly event: Event | null;
  /** What changed the standing in it before that, where the event itself did not; null: nothing. */
  readonly first: Event | null;
  /** Who took the lead in it from somebody else. */
  readonly leader: number | null;
  /** What came of it by what tells best who leads: how each that it is about stood before and after it. */
  readonly effect: readonly Effect[];
}

export interface Course {
  readonly lines: readonly Line[];
  readonly turningPoints: readonly TurningPoint[];
  /** With which each round began; the last was perhaps not played to its end. */
  readonly rounds: readonly Event[];
  /** By seat, where each came in the end; null: nobody is ranked. */
  readonly ranking: readonly number[] | null;
}

/** No more than one takes in at a glance. */
const MOST = 5;
/** What less has turned was no turning point. */
const LEAST = 1.5;
/** Rounds of a game that has a course. */
const SHORTEST = 3;
/** What it weighs that somebody takes the lead. */
const LEAD = 3;

/** Work out the course of a game; null where there is none to show. */
export function courseOf(
  story: Story,
  seats: number,
  { measures, mark, weight, moves }: Pick<Ending, 'measures' | 'mark' | 'weight' | 'moves'>,
  chapter: (event: Event) => string | null,
): Course | null {
  const bounds = boundsOf(story, chapter);
  const [first] = measures;
  if (!first || bounds.length < 2) return null;
  const all = measures.map((measure) => ({ measure, places: measured(story, measure) }));
  const lines = all.map(({ measure, places }) => ({
    measure,
    seats: Array.from({ length: seats }, (_, seat) => bounds.map((at) => places[at]?.[seat] ?? 0)),
  }));
  const leads = leadsOf(all[0]?.places ?? [], bounds, first.best);
  const found = story.places.flatMap(({ events }, at): (TurningPoint & { weight: number })[] => {
    const told = events
      .map((event) => ({ event, weight: weight(event) }))
      .sort((one, other) => other.weight - one.weight)[0];
    const event = told && told.weight > 0 ? told.event : null;
    const leader = leads.get(at) ?? null;
    const whole = (told?.weight ?? 0) + (leader === null ? 0 : LEAD);
    const seat = (event && mark(event)?.seat) ?? leader;
    if (whole < LEAST) return [];
    const effect = effectOf(all[0]?.places ?? [], at, seat);
    const changed = effect.flatMap(({ seat: of, before, after }) => (before === after ? [] : of));
    const moved = events.filter((each) => changed.some((of) => moves(each, of)));
    const first = event && !moved.includes(event) ? (moved[0] ?? null) : null;
    return [{ at, round: roundAt(bounds, at), seat, event, first, leader, effect, weight: whole }];
  });
  // Of two that weigh the same, the later one had less time to be made good.
  const turningPoints = found
    .sort((one, other) => other.weight - one.weight || other.at - one.at)
    .slice(0, MOST)
    .sort((one, other) => one.at - other.at)
    .map(({ weight: _, ...point }) => point);
  const headings = story.places.flatMap(({ events }) => events.filter((event) => chapter(event) !== null));
  const ranking = (story.places.at(-1)?.given['ranking'] ?? null) as readonly number[] | null;
  return { lines, turningPoints, rounds: headings.slice(0, bounds.length - 1), ranking };
}

/** Return the place of the measure that has most to tell: the first, which tells best who leads, unless another changed more
 * than twice as often. */
export function liveliest(lines: readonly Pick<Line, 'seats'>[]): number {
  const changes = lines.map(
    ({ seats }) => seats.flatMap((of) => of.filter((value, i) => i > 0 && value !== of[i - 1])).length,
  );
  const most = Math.max(...changes);
  return most > 2 * (changes[0] ?? 0) ? changes.indexOf(most) : 0;
}

/** Tell whether there is enough of a course for a picture: of two rounds one has read the ranking. */
export const tells = ({ rounds: { length } }: Course): boolean => length >= SHORTEST;

/** Tell in which turns somebody took the lead from somebody else, and who. */
export function leads(
  story: Story,
  [first]: readonly Measure[],
  chapter: (event: Event) => string | null,
): ReadonlyMap<number, number> {
  return first ? leadsOf(measured(story, first), boundsOf(story, chapter), first.best) : new Map();
}

/** List where rounds begin, and the end of the last. */
function boundsOf(story: Story, chapter: (event: Event) => string | null): number[] {
  const last = story.places.length - 1;
  const begins = rounds(story, chapter);
  // What ends a game begins no round.
  return begins.at(-1) === last ? begins : [...begins, last];
}

/** Measure after each turn, by seat. */
export function measured(story: Story, { of }: Measure): (readonly number[])[] {
  let before: readonly number[] = [];
  return story.places.map((place) => (before = of(viewAt(story, place, null), place.events, before)));
}

/** Tell whose standing a turn changed; where it changed none, how those stood whom it is about. */
function effectOf(places: readonly (readonly number[])[], at: number, seat: number | null): readonly Effect[] {
  const now = places[at] ?? [];
  const all = now.map((after, of): Effect => ({ seat: of, before: places[at - 1]?.[of] ?? after, after }));
  const changed = all.filter(({ before, after }) => before !== after);
  return changed.length > 0 ? changed : all.filter((each) => seat === null || each.seat === seat);
}

/** Tell who alone stands best; null: several do. */
function aheadOf(values: readonly number[], best: Measure['best']): number | null {
  const top = best === 'most' ? Math.max(...values) : Math.min(...values);
  const [ahead, ...more] = values.flatMap((value, seat) => (value === top ? seat : []));
  return more.length > 0 ? null : (ahead ?? null);
}

/** Tell where somebody took the lead from somebody else, as the rounds ended: by the turn since which nobody stood as well. */
function leadsOf(
  places: readonly (readonly number[])[],
  bounds: readonly number[],
  best: Measure['best'],
): Map<number, number> {
  const found = new Map<number, number>();
  let leader: number | null = null;
  for (const at of bounds) {
    const ahead = aheadOf(places[at] ?? [], best);
    if (ahead === null || ahead === leader) continue;
    if (leader !== null) {
      // Perhaps by a loss of the rival's: what the new leader has need not have changed in that turn.
      let turn = at;
      while (aheadOf(places[turn - 1] ?? [], best) === ahead) turn -= 1;
      found.set(turn, ahead);
    }
    leader = ahead;
  }
  return found;
}

/** Tell where a turn lies among the rounds. */
function roundAt(bounds: readonly number[], at: number): number {
  const round = Math.max(
    0,
    bounds.findLastIndex((bound) => bound < at),
  );
  const [from = 0, to = at] = [bounds[round], bounds[round + 1]];
  return at <= from ? round : round + (at - from) / Math.max(1, to - from);
}

/** Tell in which round a turning point lies, the first being 0. */
export const roundOf = ({ round }: TurningPoint): number => Math.max(0, Math.ceil(round) - 1);
