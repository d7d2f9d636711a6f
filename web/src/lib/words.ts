import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import type { Refused } from '../protocol';
import { ApiError } from './api';

/** Join names as people do: "Ann, Bob and Cleo". */
export function list(names: readonly string[]): string {
  return new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(names);
}

const REFUSALS: Partial<Record<string, () => string>> = {
  stale: m.app_refused_stale,
  not_yours: m.app_refused_not_yours,
  not_host: m.app_refused_not_host,
  taken: m.app_refused_taken,
  wrong_time: m.app_refused_wrong_time,
  offline: m.app_offline_short,
};

/** Say why the server refused: in the player's language where the reason is one of ours, else in the server's words. */
export function refusal({ code, message, rule }: Refused): string {
  const known = REFUSALS[code]?.() ?? message;
  return rule ? m.app_refused_rule({ message: known, rule }) : known;
}

/** Say why a request came to nothing. */
export function trouble(error: unknown): string {
  if (error instanceof ApiError) return REFUSALS[error.code]?.() ?? error.message;
  return String(error);
}
