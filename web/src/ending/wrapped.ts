/** Breaks a sentence into lines. */

export interface Wrapped {
  readonly size: number;
  readonly lines: readonly string[];
}

/** From the largest letters to the smallest that are still read on a phone. */
const SIZES = [31, 27, 24, 21, 18, 15, 12];
const LEADING = 1.18;

/** Break a sentence into lines of the largest letters with which it fits; too long a word may reach beyond. */
export function wrapped(
  text: string,
  width: number,
  height: number,
  measure: (text: string, size: number) => number,
): Wrapped {
  let found: Wrapped = { size: 0, lines: [] };
  for (const size of SIZES) {
    const lines = (most: number): string[] => broken(text, (line) => measure(line, size) <= most);
    found = { size, lines: lines(width) };
    // Lines of about the same length: nothing stands alone in the last.
    for (let most = width; most > 0 && lines(most).length === found.lines.length; most -= 12)
      found = { size, lines: lines(most) };
    const wide = found.lines.every((line) => measure(line, size) <= width);
    if (wide && found.lines.length * size * LEADING <= height + size * (LEADING - 1)) return found;
  }
  return found;
}

function broken(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  // Not at spaces that hold a sign to its word.
  for (const word of text.split(/[ \n]+/)) {
    const line = lines.at(-1);
    if (line !== undefined && fits(`${line} ${word}`)) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
