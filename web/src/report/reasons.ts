import type { NewReport } from '../protocol';
import { m } from './messages';

/** Why somebody reports something. */
export type Reason = NewReport['reason'];

/** Reasons in words, as somebody chooses them. */
export const REASONS: Readonly<Record<Reason, () => string>> = {
  insult: m.report_insult,
  spam: m.report_spam,
  private: m.report_private,
  offensive: m.report_offensive,
  pretends: m.report_pretends,
  stalling: m.report_stalling,
  cheating: m.report_cheating,
  other: m.report_other,
};

export const OF_MESSAGES: readonly Reason[] = ['insult', 'spam', 'private', 'other'];
export const OF_PEOPLE: readonly Reason[] = ['stalling', 'cheating', 'insult', 'offensive', 'pretends', 'other'];
