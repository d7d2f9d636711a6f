/** The falls go on where the river ends. */
import { describe, expect, test } from 'vitest';

import { distance } from '../src/boards/art/geometry';
import { curtain } from '../src/boards/niagara/falls';
import { ARMS, BRINK, PLANS } from '../src/boards/niagara/layouts';
import { breadth } from '../src/boards/niagara/terrain';

describe.each(Object.values(PLANS))('the falls of the picture $name', (plan) => {
  test.each(ARMS)('begin as wide as the river of arm %s reaches them, also where it comes at a slant', (arm) => {
    const { at } = curtain(plan, arm);
    const course = plan.courses[arm];
    for (const end of [at(0, 0), at(1, 0)]) {
      const far = Math.min(...Array.from({ length: 200 }, (_, i) => distance(course.at(BRINK - 1 + i / 100), end)));
      expect(Math.abs(far - breadth(plan, BRINK))).toBeLessThan(2);
    }
  });
});
