import { ApiError } from './api';
import { m } from './messages';
import type { Refused } from '../protocol';
import type { Naming, Words } from '../boards/ui';
import { inWords } from './refused';
import { joined } from './region';
import { isolated } from './said';

/** Join names as people do: "Ann, Bob and Cleo", or with "or". */
export function list(names: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return joined(names.map(isolated), type);
}

/** Put facts beside each other: where they need a second line, it does not begin with the dot. */
export const dotted = (facts: readonly (string | false | null)[]): string => facts.filter(Boolean).join('\u00a0· ');

/** How fields of events and refusals are worded, by their names. */
export type Wording = Readonly<Record<string, (value: never, name: Naming) => string>>;

/** Word the fields of an event or a refusal, for messages to name; those without a wording stand as they are. */
export function worded(fields: object, wording: Wording, name: Naming): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, wording[field]?.(value as never, name) ?? value]),
  );
}

/** Why something did not happen, or cannot: what the server says of it. */
type Said = Pick<Refused, 'message'> & Partial<Pick<Refused, 'code' | 'reason' | 'values'>>;

/** Say why something is refused: in the player's language where we have words for the reason, else in the server's. */
export function because(said: Said, words: Words, name: Naming): string {
  const { reason, values } = said;
  // A newer server may have reasons of which a game has no words here.
  return (reason && words.why(reason, values ?? {}, name)) || inWords(said);
}

/** What to say instead of what a problem usually is called, by its code. */
export type Instead = Partial<Record<string, () => string>>;

/** Say why a request came to nothing. */
export function trouble(error: unknown, instead: Instead = {}): string {
  if (!(error instanceof ApiError)) return String(error);
  return instead[error.code]?.() ?? (error.code === 'offline' ? m.app_offline_short() : inWords(error));
}
