import { m } from '../lib/messages';
import { getLocale } from '../paraglide/runtime.js';
import type { RefusalCode } from '../protocol';

/** What the server says of a refusal; `reason`: by the rules. */
export interface Said {
  readonly code?: string;
  readonly reason?: string | null;
  readonly message: string;
}

/** What the server refuses, by its code; each code can reach a person, so each has words. */
const REFUSALS: Readonly<Record<RefusalCode, () => string>> = {
  stale: m.app_refused_stale,
  not_yours: m.app_refused_not_yours,
  not_host: m.app_refused_not_host,
  taken: m.app_refused_taken,
  wrong_time: m.app_why_not_legal,
  store: m.app_refused_store,
  unsettled: m.app_refused_unsettled,
  illegal: m.closed_refused_illegal,
  incomplete: m.closed_refused_incomplete,
  name_taken: m.closed_refused_name_taken,
  nameless: m.closed_refused_nameless,
  reserved: m.closed_refused_reserved,
  many_accounts: m.closed_refused_many_accounts,
  muted: m.closed_refused_muted,
  too_few: m.closed_refused_too_few,
  unknown: m.closed_refused_unknown,
  bad_message: m.closed_refused_bad_message,
  too_fast: m.closed_refused_too_fast,
  full: m.closed_refused_full,
  friends_only: m.closed_refused_friends_only,
  deleted: m.closed_refused_deleted,
  signed_out: m.closed_refused_signed_out,
  wrong_password: m.closed_refused_wrong_password,
  damaged: m.closed_refused_damaged,
  other_rules: m.closed_refused_other_rules,
  other_version: m.app_newer,
  error: m.closed_refused_error,
};

/** Reasons that all games share. */
const REASONS: Partial<Record<string, () => string>> = {
  legal: m.app_why_legal,
  not_your_turn: m.app_refused_not_yours,
  turn_complete: m.app_why_turn_complete,
  turn_incomplete: m.app_why_turn_incomplete,
  deal_due: m.app_why_deal_due,
  game_over: m.app_why_game_over,
  not_legal: m.app_why_not_legal,
  bot_plays: m.app_why_bot_plays,
};

/** Codes of many sentences: who reads English is told the server's own, which says more. */
const VAGUE: readonly RefusalCode[] = [
  'illegal',
  'name_taken',
  'unknown',
  'bad_message',
  'too_fast',
  'many_accounts',
  'full',
  'wrong_password',
  'damaged',
  'other_rules',
];

/** Say why the server refused something; a code of a newer server is told in its words. */
export function inWords({ code, message, reason }: Said): string {
  const common = reason && REASONS[reason]?.();
  if (common) return common;
  if (getLocale() === 'en' && VAGUE.some((each) => each === code)) return message;
  return REFUSALS[code as RefusalCode]?.() ?? message;
}
