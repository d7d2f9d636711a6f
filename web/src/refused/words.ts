import { m as common } from '../lib/messages';
import { moment } from '../lib/region';
import { getLocale } from '../paraglide/runtime.js';
import type { Refused, RefusalCode } from '../protocol';
import { m } from './messages';

type Values = Partial<Refused['values']>;

/** What the server says of a refusal; `reason`: by the rules. */
export interface Said {
  readonly code?: string;
  readonly reason?: string | null;
  readonly message: string;
  readonly values?: Values;
}

/** What the server refuses, by its code; each code can reach a person, so each has words. */
const REFUSALS: Readonly<Record<RefusalCode, (values: Values) => string>> = {
  stale: m.refused_stale,
  not_yours: m.refused_not_yours,
  not_host: m.refused_not_host,
  taken: m.refused_taken,
  wrong_time: m.refused_why_not_legal,
  store: m.refused_store,
  unsettled: m.refused_unsettled,
  illegal: m.refused_illegal,
  incomplete: m.refused_incomplete,
  name_taken: m.refused_name_taken,
  nameless: m.refused_nameless,
  reserved: m.refused_reserved,
  many_accounts: m.refused_many_accounts,
  accounts_closed: m.refused_accounts_closed,
  invitation_needed: m.refused_invitation_needed,
  invitation_void: ({ why }) => (VOID[`${why}`] ?? m.refused_invitation_unknown)(),
  no_guests: m.refused_no_guests,
  unwanted: ({ word }) => m.refused_unwanted({ word: `${word}` }),
  many_tables: m.refused_many_tables,
  muted: m.refused_muted,
  too_few: m.refused_too_few,
  unknown: m.refused_unknown,
  bad_message: m.refused_bad_message,
  too_fast: m.refused_too_fast,
  full: m.refused_full,
  friends_only: m.refused_friends_only,
  private_replay: m.refused_private_replay,
  deleted: m.refused_deleted,
  signed_out: m.refused_signed_out,
  suspended,
  wrong_password: m.refused_wrong_password,
  damaged: m.refused_damaged,
  other_rules: m.refused_other_rules,
  other_version: common.app_newer,
  error: m.refused_error,
};

const VOID: Readonly<Record<string, () => string>> = {
  unknown: m.refused_invitation_unknown,
  ended: m.refused_invitation_ended,
  used_up: m.refused_invitation_used_up,
  revoked: m.refused_invitation_revoked,
};

/** Say until when an account is suspended, and why, which an operator has written. */
function suspended({ until, why }: Values): string {
  // The sentence has a full stop of its own.
  const told = { why: `${why}`.replace(/\.$/, '') };
  return typeof until === 'number'
    ? m.refused_suspended_until({ ...told, until: moment(until, 'medium') })
    : m.refused_suspended(told);
}

/** Reasons that all games share. */
const REASONS: Partial<Record<string, () => string>> = {
  legal: m.refused_why_legal,
  not_your_turn: m.refused_not_yours,
  turn_complete: m.refused_why_turn_complete,
  turn_incomplete: m.refused_why_turn_incomplete,
  deal_due: common.app_why_deal_due,
  game_over: common.app_why_game_over,
  not_legal: m.refused_why_not_legal,
  bot_plays: common.app_why_bot_plays,
};

/** Codes of many sentences: who reads English is told the server's own, which says more. */
const VAGUE: readonly RefusalCode[] = [
  'illegal',
  'name_taken',
  'unknown',
  'bad_message',
  'too_fast',
  'many_accounts',
  'many_tables',
  'full',
  'wrong_password',
  'damaged',
  'other_rules',
];

/** Say why the server refused something; a code of a newer server is told in its words. */
export function inWords({ code, message, reason, values }: Said): string {
  const common = reason && REASONS[reason]?.();
  if (common) return common;
  if (getLocale() === 'en' && VAGUE.some((each) => each === code)) return message;
  return REFUSALS[code as RefusalCode]?.(values ?? {}) ?? message;
}
