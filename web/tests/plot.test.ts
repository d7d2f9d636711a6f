import { expect, test } from 'vitest';

import { plot } from '../src/rated/plot';

const values = [
  { points: 1500, margin: 500 },
  { points: 1540, margin: 400 },
  { points: 1470, margin: 300 },
];

test('the line goes from the left to the right, higher values being higher up', () => {
  const { line, last } = plot(values, 300, 100);
  const points = line
    .slice(1)
    .split('L')
    .map((each) => each.split(',').map(Number));
  expect(points.map(([x]) => x)).toEqual([0, 150, 300]);
  const [first = 0, second = 0, third = 0] = points.map(([, y]) => y ?? NaN);
  expect(second).toBeLessThan(first);
  expect(third).toBeGreaterThan(first);
  expect(last).toEqual({ x: 300, y: expect.closeTo(third, 0) });
});

test('the band holds every margin, and the scale holds the band', () => {
  const { band, ticks } = plot(values, 300, 100);
  const ys = band
    .slice(1, -1)
    .split('L')
    .map((each) => Number(each.split(',')[1]));
  expect(ys).toHaveLength(6);
  expect(Math.min(...ys)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...ys)).toBeLessThanOrEqual(100);
  expect(ticks[0]).toEqual({ value: 1000, y: 100 });
  expect(ticks.at(-1)).toEqual({ value: 2000, y: 0 });
  expect(ticks.map(({ value }) => value)).toEqual([1000, 1200, 1400, 1600, 1800, 2000]);
});

test('one game, and games that change nothing, can be drawn', () => {
  expect(plot([{ points: 1512, margin: 480 }], 300, 100).last.x).toBe(150);
  const same = plot(
    [
      { points: 1500, margin: 0 },
      { points: 1500, margin: 0 },
    ],
    300,
    100,
  );
  expect(same.line).not.toContain('NaN');
  expect(same.ticks.length).toBeGreaterThan(1);
});
