/** Which of one's games are wanted; empty texts ask for any. */
export interface Question {
  readonly game: string;
  readonly result: string;
  readonly rated: boolean;
  readonly search: string;
}

export const EVERY: Question = { game: '', result: '', rated: false, search: '' };

/** Tell whether games are left out. */
export const narrow = ({ game, result, rated, search }: Question): boolean =>
  Boolean(game || result || rated || search);

/** What of it the server is told: nothing of what asks for any. */
export function queryOf({ game, result, rated, search }: Question, before: string) {
  return {
    ...(before && { before }),
    ...(game && { game }),
    ...(result && { result }),
    ...(rated && { rated }),
    ...(search && { search }),
  };
}
