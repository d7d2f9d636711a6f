import { describe, expect, it } from 'vitest';

import { springBack, Swing } from '../src/table/swing';

/** Carry for so many frames by so many pixels each, from a time on; list how far it leans. */
function carry(swing: Swing, across: number, frames: number, from: number): number[] {
  return Array.from({ length: frames }, (_, i) => {
    const now = from + i * 16;
    swing.pull(across, now);
    swing.on(now);
    return swing.angle;
  });
}

describe('a piece in hand', () => {
  it('leans the way it is carried, the more the quicker, and never over', () => {
    const slow = carry(new Swing(), 5, 40, 1000).at(-1) ?? 0;
    const quick = carry(new Swing(), 14, 40, 1000).at(-1) ?? 0;
    const hasty = carry(new Swing(), 400, 40, 1000);
    expect(slow).toBeGreaterThan(1);
    expect(quick).toBeGreaterThan(slow * 1.5);
    expect(Math.max(...hasty)).toBeLessThan(25);
    expect(carry(new Swing(), -5, 40, 1000).at(-1)).toBeCloseTo(-slow, 5);
  });

  it('swings past and settles upright when the hand stops', () => {
    const swing = new Swing();
    carry(swing, 14, 30, 1000);
    const angles: number[] = [];
    let now = 1480;
    while (swing.on(now) && now < 6000) {
      angles.push(swing.angle);
      now += 16;
    }
    expect(Math.min(...angles)).toBeLessThan(0);
    expect(swing.angle).toBe(0);
    expect(now).toBeLessThan(3500);
  });

  it('does not jump when the page was busy for seconds', () => {
    const swing = new Swing();
    carry(swing, 14, 30, 1000);
    swing.on(9000);
    expect(Math.abs(swing.angle)).toBeLessThan(25);
  });
});

describe('what is dropped elsewhere', () => {
  const way = springBack({ x: 300, y: -90 }, { x: 100, y: 10 });

  it('goes home from where it was, a little beyond', () => {
    expect(way[0]).toEqual({ x: 300, y: -90 });
    expect(way.at(-1)).toEqual({ x: 100, y: 10 });
    const least = Math.min(...way.map(({ x }) => x));
    expect(least).toBeLessThan(100);
    expect(least).toBeGreaterThan(60);
  });
});
