import type { Event } from '../protocol';
import type { LogLine } from '../lib/table.svelte';

export interface Told {
  readonly key: string;
  readonly version: number;
  readonly text: string;
  readonly seat: number | null;
  readonly event: Event | null;
}

/** A part of the log under a heading: a round. */
export interface Chapter {
  readonly key: string;
  /** Null before the first heading. */
  readonly title: string | null;
  readonly lines: LogLine[];
}

/** Put the lines of a log into chapters. */
export function chaptersOf(log: readonly LogLine[], heading: (event: Event) => string | null): Chapter[] {
  const found: Chapter[] = [];
  for (const line of log) {
    const title = line.event && heading(line.event);
    if (title !== null || found.length === 0) found.push({ key: line.key, title, lines: [] });
    found.at(-1)?.lines.push(line);
  }
  return found;
}

/** Tell what a chapter says; what need not be told is left out. */
export function toldIn({ lines }: Chapter, tell: (line: LogLine) => string | null): Told[] {
  return lines.flatMap((line) => {
    const { key, event, update } = line;
    const text = tell(line);
    const seat = event === null ? update.seat : 'seat' in event ? event.seat : null;
    return text === null ? [] : [{ key, version: update.version, text, seat, event }];
  });
}

/** Find what a log tells last up to a version, and the chapter where that is; null: nothing yet. */
export function lastBefore(
  chapters: readonly Chapter[],
  tell: (line: LogLine) => string | null,
  version: number,
): { readonly chapter: string | null; readonly line: string | null } {
  let found: ReturnType<typeof lastBefore> = { chapter: null, line: null };
  for (const chapter of chapters) {
    if ((chapter.lines[0]?.update.version ?? 0) > version) break;
    const line = toldIn(chapter, tell).findLast((each) => each.version <= version);
    found = { chapter: chapter.key, line: line?.key ?? null };
  }
  return found;
}

/** Older rounds stay open by themselves until so many lines have come after them. */
const IN_SIGHT = 12;

/** Tell whether a chapter is open: as its reader wished, else while it is new. */
export function isOpen(
  chapters: readonly Chapter[],
  index: number,
  wished: Readonly<Record<string, boolean>>,
): boolean {
  const chapter = chapters[index];
  if (!chapter?.title) return true;
  const since = chapters.slice(index + 1).reduce((sum, { lines }) => sum + lines.length, 0);
  return wished[chapter.key] ?? since < IN_SIGHT;
}
