/** Chooses among the games that this browser knows, as a server does among those of an account. */
import type { MyTable, Outcome } from '../protocol';
import { type KeptTitle, peopleOf } from '../offline/kept';
import { endedHere, isoDay } from './calendar';
import type { Question } from './question';

/** What of a game is asked about. */
export interface Known {
  readonly game: string;
  readonly names: readonly string[];
  /** How it went for whoever asks; null: it is not over, or there were several of them, or nobody. */
  readonly outcome: Outcome | null;
  /** When it ended: milliseconds; null: not yet. */
  readonly ended: number | null;
}

const outcomeOf = (winners: readonly number[], seat: number): Outcome =>
  winners.includes(seat) ? 'won' : winners.length > 0 ? 'lost' : 'off';

/** Tell of a game that is kept here what is asked about. */
export function ofKept({ game, seats, over, result, at }: KeptTitle): Known {
  const people = peopleOf({ seats });
  const [seat = 0] = people;
  const outcome = result && people.length === 1 ? outcomeOf(result.winners, seat) : null;
  return { game, names: seats.map(({ name }) => name), outcome, ended: over ? at : null };
}

/** Tell of a table at which somebody sat what is asked about. */
export function ofTable(game: string, table: MyTable | undefined): Known {
  const { seats = [], seat = null, winners = [], ended = null } = table ?? {};
  const others = seats.filter((_, number) => number !== seat);
  const outcome = table?.status === 'over' && seat !== null ? outcomeOf(winners, seat) : null;
  return { game, names: others.map(({ name }) => name), outcome, ended };
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Tell whether a game is among those that somebody wants to see; no rated game is known to a browser alone. */
export const fits = ({ game, result, rated, search, day }: Question, known: Known): boolean =>
  !rated &&
  (!game || known.game === game) &&
  (!result || known.outcome === result) &&
  (!search || known.names.some((name) => plain(name).includes(plain(search)))) &&
  (!day || (known.ended !== null && isoDay(new Date(known.ended)) === day));

/** Tell whether a game that is kept here is to be listed: of a day, none but those that were played then, neither what came in
 * files nor what was tried in lines. */
export const isShown = (question: Question, game: KeptTitle): boolean =>
  fits(question, ofKept(game)) && (question.day === '' || endedHere([game]).length > 0);
