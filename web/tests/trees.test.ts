import { describe, expect, it } from 'vitest';

import { paths, sheets, type Tree } from '../src/boards/art/trees';
import { terrain } from '../src/boards/niagara/terrain';

const tree = (x: number, y: number, kind = 0, scale = 1): Tree => ({ x, y, kind, scale });

describe('a wood', () => {
  it('lays a tree on those that it hides, and only on those', () => {
    const [far, alone, near, nearest] = [tree(0, 0), tree(500, 0), tree(20, 10), tree(-30, 60)];
    expect(sheets([far, alone, near, nearest])).toEqual([[far, alone], [near], [nearest]]);
    // The crown of the small one ends below the foot of the great one.
    expect(sheets([tree(0, 0), tree(0, 57, 1, 0.5)])).toHaveLength(1);
    expect(sheets([tree(0, 0), tree(0, 53, 1, 0.5)])).toHaveLength(2);
  });

  it('writes each part of all trees of a sheet that are alike as one path', () => {
    const drawn = paths([tree(0, 0), tree(500, 20.4, 0, 0.5), tree(900, 0, 2)]);
    expect(drawn.map(({ colour }) => colour)).toEqual([
      ...['cast', 'plank-dark', 'pine-1', 'pine-2'],
      ...['cast', 'birch', 'pine-0', 'birch-leaf', 'birch-leaf-light'],
    ]);
    expect(drawn[3]?.d).toBe(
      'M0 0m 0 -100l -8 20h 3l -7 19h 5l -9 20h 6l -10 18h 7l -11 15h 22z' +
        'M500 20m 0 -50l -4 10h 1.5l -3.5 9.5h 2.5l -4.5 10h 3l -5 9h 3.5l -5.5 7.5h 11z',
    );
  });

  it('loses no tree, and needs fewer paths than there are trees', () => {
    const { trees } = terrain('wide');
    expect(sheets(trees).flat()).toHaveLength(trees.length);
    expect(paths(trees).length).toBeLessThan(trees.length);
  });
});
