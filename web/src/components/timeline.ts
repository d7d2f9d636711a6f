/** Tells what is marked on a timeline, and how marks that would lie on each other are put together. */

export interface Mark {
  readonly at: number;
  /** What stands out there, where another line leaves, or where it ends. */
  readonly kind: 'dot' | 'leaves' | 'ends';
  readonly colour?: string;
  /** Where it is, in words. */
  readonly place?: string;
  /** What it says, in sentences. */
  readonly told: readonly string[];
}

/** Marks that stand as one, where the first of them is. */
export type Marks = readonly [Mark, ...Mark[]];

/** Put together, of one kind each, what would lie within `width` of the mark before; marks and widths in turns. Each stands where
 * its first is, so that whoever presses it finds the thumb there. */
export function together(marks: readonly Mark[], width: number): readonly Marks[] {
  const all: [Mark, ...Mark[]][] = [];
  for (const mark of [...marks].sort((one, other) => one.at - other.at)) {
    const before = all.findLast(([{ kind }]) => kind === mark.kind);
    if (before && mark.at - before[0].at < width) before.push(mark);
    else all.push([mark]);
  }
  return all;
}

/** The colour of all, or a plain one where it is that of several. */
export function colourOf(marks: Marks): string {
  const [colour, ...more] = new Set(marks.map(({ colour }) => colour));
  return colour === undefined || more.length > 0 ? 'var(--ink-soft)' : colour;
}

/** What all of them say, each after where it is. */
export const told = (marks: Marks): string =>
  marks.flatMap(({ place, told }) => [...(place ? [place] : []), ...told]).join('\n');

/** How much they say; of a mark with nothing but its place, that. */
export const count = (marks: Marks): number => marks.reduce((sum, { told }) => sum + Math.max(1, told.length), 0);

/** The nearest turn after another, or before it, at which something is marked; null: there is none. */
export function nextOf(marks: readonly Mark[], at: number, way: 1 | -1): number | null {
  const turns = marks.map((mark) => mark.at).filter((turn) => (turn - at) * way > 0);
  return turns.length > 0 ? (way > 0 ? Math.min(...turns) : Math.max(...turns)) : null;
}
