import type { Event } from '../protocol';
import type { LogLine } from '../lib/table.svelte';

export interface Told {
  readonly key: string;
  readonly text: string;
  readonly seat: number | null;
  readonly event: Event | null;
}

/** A part of the log under a heading: a round. */
export interface Chapter {
  readonly key: string;
  /** Null before the first heading. */
  readonly title: string | null;
  readonly lines: Told[];
}

/** Put the lines of a log into chapters; what need not be told is left out. */
export function chaptersOf(
  log: readonly LogLine[],
  tell: (line: LogLine) => string | null,
  heading: (event: Event) => string | null,
): Chapter[] {
  const found: Chapter[] = [];
  for (const line of log) {
    const { key, event, update } = line;
    const title = event && heading(event);
    if (title !== null || found.length === 0) found.push({ key, title, lines: [] });
    const text = tell(line);
    const seat = event === null ? update.seat : 'seat' in event ? event.seat : null;
    if (text !== null) found.at(-1)?.lines.push({ key, text, seat, event });
  }
  return found;
}

/** So many of the newest chapters are open by themselves: the newest has often only just begun. */
const OPEN = 2;

/** Tell whether a chapter is open: as its reader wished, else while it is new. */
export function isOpen(
  chapters: readonly Chapter[],
  index: number,
  wished: Readonly<Record<string, boolean>>,
): boolean {
  const chapter = chapters[index];
  if (!chapter?.title) return true;
  return wished[chapter.key] ?? index >= chapters.length - OPEN;
}
