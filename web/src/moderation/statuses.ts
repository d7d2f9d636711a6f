import type { KnownTable } from '../protocol';
import { m } from './messages';

/** How far a table or a tournament is, in words. */
export const STATUSES: Readonly<Record<KnownTable['status'], () => string>> = {
  open: m.moderation_status_open,
  running: m.moderation_status_running,
  over: m.moderation_status_over,
  damaged: m.moderation_status_damaged,
  other_rules: m.moderation_status_other_rules,
};
