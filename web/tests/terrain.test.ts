import { expect, test } from 'vitest';

import { terrain } from '../src/boards/niagara/terrain';

/** Twice the area within the corners and handles of a closed path: positive if it runs clockwise on the screen. */
function turning(path: string): number {
  const numbers = (path.match(/-?\d*\.?\d+/g) ?? []).map(Number);
  const points = Array.from(
    { length: numbers.length / 2 },
    (_, i) => [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? 0] as const,
  );
  return points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [0, 0];
    return sum + x * nextY - nextX * y;
  }, 0);
}

test.each(['wide', 'tall', 'low', 'slim'] as const)(
  'what is cut out of a card of the %s picture leaves no hole where it overlaps',
  (name) => {
    for (const paper of terrain(name).papers) {
      const parts = paper.split('Z').filter(Boolean);
      expect(parts.length).toBeGreaterThan(1);
      for (const part of parts) expect(turning(part)).toBeGreaterThan(0);
    }
  },
);
