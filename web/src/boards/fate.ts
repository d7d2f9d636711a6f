/** What a game tells of what may come: a slip of paper beside what one points at, or a sentence before a decision. */
import type { FateAnswer } from '../protocol';

export type Fate = NonNullable<FateAnswer['fate']>;
export type Verdict = 'safe' | 'hardly' | 'danger' | 'lost';

/** One of the things that may come. */
export interface SlipRow {
  /** What is drawn before it: good, bad, or neither. */
  readonly look: 'good' | 'bad' | 'plain';
  /** What is written in the drawing, if it is short: the name of a disc. */
  readonly mark: string;
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  /** What leads there. */
  readonly aside: string;
}

export interface Slip {
  readonly title: string;
  readonly verdict: { readonly kind: Verdict; readonly label: string } | null;
  readonly rows: readonly SlipRow[];
  /** Sentence below. */
  readonly note: string;
  /** All of it, for screen readers. */
  readonly words: string;
}

/** What somebody should know before they decide. */
export interface Note {
  readonly words: string;
  /** How bad it is: a danger is told beside what is to be done, what is worse in place of it. */
  readonly weight: 'known' | 'danger' | 'grave';
}

/** What somebody points at. */
export interface Subject {
  /** Decision, in its text form, after which it is asked what may come; null: as things are. */
  readonly action: string | null;
  /** Tell from an answer what may come of it; null: nothing. */
  readonly slip: (fate: Fate) => Slip | null;
}

/** Gives the value of a data attribute of what one points at, or of something around it. */
export type Find = (attribute: string) => string | undefined;

/** What is bad in fewer than one of twenty cases is no danger yet. */
export const DANGER = 0.05;

/** Judge something by the share of what is bad. */
export function verdictOf(bad: number): Verdict {
  if (bad === 0) return 'safe';
  if (bad === 1) return 'lost';
  return bad < DANGER ? 'hardly' : 'danger';
}
