/** Writes a wood as paths without transforms: a browser lays out, and paints, each element that has one apart. */
import type { Point } from './geometry';

export interface Tree extends Point {
  /** Index in `TREES`. */
  readonly kind: number;
  /** A tree of scale 1 is 100 units tall. */
  readonly scale: number;
}

/** A part of a tree that stands at (0, 0): its colour of the palette, and its outline in relative commands. */
type Part = readonly [colour: string, outline: string];

/** A spruce, a stout spruce, and a birch turning gold. */
const TREES: readonly (readonly Part[])[] = [
  [
    ['cast', 'm-12 0c0-7 44-7 44 0 0 7-44 7-44 0z'],
    ['plank-dark', 'm-2.6-11h5.2v12h-5.2z'],
    ['pine-1', 'm0-100l8 20h-3l7 19h-5l9 20h-6l10 18h-7l11 15h-48l11-15h-7l10-18h-6l9-20h-5l7-19h-3z'],
    ['pine-2', 'm0-100l-8 20h3l-7 19h5l-9 20h6l-10 18h7l-11 15h22z'],
  ],
  [
    ['cast', 'm-15 0c0-8 54-8 54 0 0 8-54 8-54 0z'],
    ['plank-dark', 'm-3-12h6v13h-6z'],
    ['pine-0', 'm0-100l-14 32h7l-15 28h10l-18 31h60l-18-31h10l-15-28h7z'],
    ['pine-1', 'm0-100l-14 32h7l-15 28h10l-18 31h32z'],
  ],
  [
    ['cast', 'm-11 1c0-7 40-7 40 0 0 7-40 7-40 0z'],
    ['birch', 'm-2.6 0l1-62h3.6l1.4 62z'],
    ['pine-0', 'm-2-15h3v2h-3zm.4-13h3.6v2h-3.6zm.2-13h2.4v2h-2.4z'],
    ['birch-leaf', 'm0-100c14 2 22 16 22 32 0 16-9 34-22 34-13 0-22-18-22-34 0-16 8-30 22-32z'],
    ['birch-leaf-light', 'm-2-97c-13 4-18 15-18 28 0 13 6 25 15 29-5-18-6-38 3-57z'],
  ],
];
/** How far a tree of scale 1 and its shadow reach. */
const LEFT = 30;
const RIGHT = 39;
const UP = 100;
const DOWN = 6;

/** Draw trees, given in the order in which one hides the other: each path lies on those before it. */
export function paths(trees: readonly Tree[]): { colour: string; d: string }[] {
  return sheets(trees).flatMap((sheet) =>
    TREES.flatMap((parts, kind) => {
      const alike = sheet.filter((tree) => tree.kind === kind);
      if (alike.length === 0) return [];
      return parts.map(([colour, outline]) => ({
        colour,
        d: alike.map(({ x, y, scale }) => `M${Math.round(x)} ${Math.round(y)}${scaled(outline, scale)}`).join(''),
      }));
    }),
  );
}

/** Part trees into as few sheets as possible, so that within one no tree reaches into another. */
export function sheets(trees: readonly Tree[]): Tree[][] {
  const made: Tree[][] = [];
  for (const tree of trees) {
    const under = made.findLastIndex((sheet) => sheet.some((other) => meet(tree, other)));
    (made[under + 1] ??= []).push(tree);
  }
  return made;
}

/** Tell whether two trees may overlap. */
function meet(a: Tree, b: Tree): boolean {
  return (
    a.x - LEFT * a.scale < b.x + RIGHT * b.scale &&
    b.x - LEFT * b.scale < a.x + RIGHT * a.scale &&
    a.y - UP * a.scale < b.y + DOWN * b.scale &&
    b.y - UP * b.scale < a.y + DOWN * a.scale
  );
}

const written = new Map<string, string>();

function scaled(outline: string, scale: number): string {
  const key = `${scale.toFixed(2)} ${outline}`;
  let d = written.get(key);
  if (d === undefined) {
    d = outline.replace(/ ?-?[\d.]+/g, (number) => ` ${Math.round(Number(number) * scale * 100) / 100}`);
    written.set(key, d);
  }
  return d;
}
