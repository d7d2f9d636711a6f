/** The characters of a map, their names, and the letters that stand for them in a link. */
import { m } from '../messages';
import type { MapFlaw } from '../../../protocol';

const NAMES: Readonly<Record<string, string>> = {
  '.': 'calm',
  '^': 'up',
  v: 'down',
  '<': 'left',
  '>': 'right',
  W: 'waterfall',
  S: 'start',
  V: 'village',
  G: 'gangway',
  C: 'cave',
  '#': 'mountain',
  o: 'island',
  T: 'totem',
};

export const MARKS: readonly string[] = Object.keys(NAMES);

/** Name what a character of a map stands for. */
export const markWords = (mark: string): string => m.canyon_map_mark({ mark: NAMES[mark] ?? '' });

type Named = Readonly<Record<'name' | 'mark' | 'most' | 'wanted' | 'got', string | number>>;

const SENTENCES: Readonly<Record<string, (named: Named) => string>> = {
  empty: m.canyon_map_flaw_empty,
  too_many_lines: m.canyon_map_flaw_too_many_lines,
  too_many_columns: m.canyon_map_flaw_too_many_columns,
  uneven: m.canyon_map_flaw_uneven,
  unknown_mark: m.canyon_map_flaw_unknown_mark,
  count: m.canyon_map_flaw_count,
  too_large: m.canyon_map_flaw_too_large,
  stray_arrow: m.canyon_map_flaw_stray_arrow,
  ring: m.canyon_map_flaw_ring,
  no_way_on: m.canyon_map_flaw_no_way_on,
  no_way_here: m.canyon_map_flaw_no_way_here,
  unfair: m.canyon_map_flaw_unfair,
};

/** Say what is wrong with a map; in English where a newer server finds what this page has no words for. */
export function flawWords({ code, values, message }: MapFlaw): string {
  const name = markWords(String(values['mark']));
  return SENTENCES[code]?.({ name, ...values } as Named) ?? message;
}

/** Characters that links must not have, and what stands for them there. */
const LETTERS: Readonly<Record<string, string>> = { '.': 'c', '^': 'u', v: 'd', '<': 'l', '>': 'r', '#': 'm' };
const letterOf = (mark: string): string => LETTERS[mark] ?? mark;
const MARK_OF = new Map(MARKS.map((mark) => [letterOf(mark), mark]));
/** Most rows and columns of a map. */
const MOST = 32;

/** Write a map that can be played for a link: letters only, rows with a "-" between them. */
export const toLink = (text: string): string =>
  text
    .split('\n')
    .map((row) => [...row].map(letterOf).join(''))
    .join('-');

/** Read a map from a link; null for anything that no map is written as. */
export function fromLink(code: string): string | null {
  if (code.length > MOST * (MOST + 1)) return null;
  const rows = code.split('-').map((row) => [...row].map((letter) => MARK_OF.get(letter)));
  const whole = rows.every((row) => row.length > 0 && row.length <= MOST && !row.includes(undefined));
  return whole && rows.length <= MOST ? rows.map((row) => row.join('')).join('\n') : null;
}

/** Put another character into a map; a row that is too short for it is filled with mountains. */
export function painted(text: string, line: number, column: number, mark: string): string {
  const rows = text.split('\n');
  const row = (rows[line] ?? '').padEnd(column, '#');
  rows[line] = row.slice(0, column) + mark + row.slice(column + 1);
  return rows.join('\n');
}

export type Side = 'top' | 'bottom' | 'left' | 'right';
export const SIDES: readonly Side[] = ['top', 'bottom', 'left', 'right'];

/** Add a row or column of mountains at a side of a map, or take one away; a map that is as large or small as maps get stays. */
export function resized(text: string, side: Side, by: 1 | -1): string {
  const rows = text.split('\n');
  const columns = Math.max(...rows.map((row) => row.length));
  const across = side === 'left' || side === 'right';
  const size = (across ? columns : rows.length) + by;
  if (size < 1 || size > MOST) return text;
  const first = side === 'top' || side === 'left';
  const changed = (line: readonly string[], mountain: string): readonly string[] => {
    if (by < 0) return first ? line.slice(1) : line.slice(0, size);
    return first ? [mountain, ...line] : [...line, mountain];
  };
  if (!across) return changed(rows, '#'.repeat(columns)).join('\n');
  return rows.map((row) => changed([...(by < 0 ? row : row.padEnd(columns, '#'))], '#').join('')).join('\n');
}
