import type { HandleMatter } from '../protocol';
import { m } from './messages';

export type Outcome = HandleMatter['what'];

/** What was done about a report, in words. */
export const OUTCOMES: Readonly<Record<Outcome, () => string>> = {
  removed: m.moderation_outcome_removed,
  muted: m.moderation_outcome_muted,
  renamed: m.moderation_outcome_renamed,
  suspended: m.moderation_outcome_suspended,
  closed: m.moderation_outcome_closed,
  nothing: m.moderation_outcome_nothing,
};
