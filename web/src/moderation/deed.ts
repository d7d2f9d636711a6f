import { trouble } from '../lib/words';
import { m } from './messages';

/** Something that a moderator is about to do to others: what it is called, what follows from it, and how it is done. */
export interface Deed {
  readonly title: string;
  readonly text: string;
  /** What the button says. */
  readonly go: string;
  /** How the reason is asked for, where it is told to somebody. */
  readonly why?: string;
  /** What else has to be said: a new name, or for what cannot be undone the very name that it is about. */
  readonly asks?: { readonly label: string; readonly is?: string; readonly missing: string };
  /** Whether it may have an end, which is asked for. */
  readonly ends?: boolean;
  /** What is said when it was done. */
  readonly done: string;
  readonly act: (why: string, until: number | null, said: string) => Promise<unknown>;
  /** What is said instead of what a refusal usually means. */
  readonly instead?: Partial<Record<string, () => string>>;
}

/** Ask a moderator for the reason, then do it; tells whether it was done. */
export type Doing = (deed: Deed) => Promise<boolean>;

/** Say why nothing came of it. */
export const told = (error: unknown, instead: Deed['instead'] = {}): string =>
  trouble(error, { not_yours: m.moderation_no_power, ...instead });

/** Read what a field for a time says, as the visitor's clock has it; null for nothing, and for what is no time. */
export function timeIn(written: string): number | null {
  const at = Date.parse(written);
  return Number.isNaN(at) ? null : at;
}
