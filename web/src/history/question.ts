import { dayAfter, midnight } from './calendar';

/** Which of one's games are wanted; empty texts ask for any. */
export interface Question {
  readonly game: string;
  readonly result: string;
  readonly rated: boolean;
  readonly search: string;
  /** Where the reader is, as in ISO 8601. */
  readonly day: string;
}

export const EVERY: Question = { game: '', result: '', rated: false, search: '', day: '' };

/** Tell whether games are left out. */
export const narrow = ({ game, result, rated, search, day }: Question): boolean =>
  Boolean(game || result || rated || search || day);

/** What of it the server is told: nothing of what asks for any. */
export function queryOf({ game, result, rated, search, day }: Question, before: string) {
  return {
    ...(before && { before }),
    ...(game && { game }),
    ...(result && { result }),
    ...(rated && { rated }),
    ...(search && { search }),
    ...(day && { since: midnight(day), until: midnight(dayAfter(day)) }),
  };
}
