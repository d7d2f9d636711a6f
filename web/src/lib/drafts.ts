/** Keeps turns that are being decided, in this browser: they outlast the page, and other tabs of the same seat see them. */
import type { Position } from '../protocol';
import { recordOf } from './delta';
import { whenDrawn, whenIdle } from './drawn';
import { load, onChange, save } from './storage';

/** A turn, and in what position it is decided. */
interface KeptDraft extends Pick<Position, 'turn'> {
  readonly record: string;
  readonly seat: number | null;
  readonly decisions: readonly number[];
}

const KEY = 'eddyline.drafts';
const KEPT = 20;

type Drafts = Readonly<Record<string, KeptDraft>>;

/** What is still to be written: the picture of a decision does not wait for the disk. */
let unwritten: { readonly table: string; readonly draft: KeptDraft } | null = null;

const stored = (): Drafts => load<Drafts>(KEY, {});

function write(): void {
  if (!unwritten) return;
  const { table, draft } = unwritten;
  unwritten = null;
  const { [table]: _, ...others } = stored();
  save(KEY, Object.fromEntries([...Object.entries(others), [table, draft]].slice(-KEPT)));
}

addEventListener('pagehide', write);

/** Return what a seat has decided of a turn in this very position. */
export function keptDraft(table: string, seat: number | null, position: Position): readonly number[] | null {
  const kept = unwritten?.table === table ? unwritten.draft : stored()[table];
  const { turn } = position;
  // A turn that has been confirmed meanwhile is no draft any more.
  return kept?.seat === seat && kept.record === recordOf(position) && `${kept.turn}` === `${turn}`
    ? kept.decisions
    : null;
}

/** Keep what a seat has decided of a turn. */
export function keepDraft(table: string, seat: number | null, position: Position, decisions: readonly number[]): void {
  if (unwritten?.table !== table) write();
  if (!unwritten) whenDrawn(() => whenIdle(write));
  unwritten = { table, draft: { seat, record: recordOf(position), turn: position.turn, decisions } };
}

/** Keep nothing of what has been decided at a table. */
export function forgetDraft(table: string): void {
  if (unwritten?.table === table) unwritten = null;
  const { [table]: before, ...others } = stored();
  if (before) save(KEY, others);
}

/** Call back when another tab has decided something; returns what ends that. */
export const onDraft = (changed: () => void): (() => void) => onChange(KEY, changed);
