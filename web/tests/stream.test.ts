import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { bounds, draw, film, type Pen, type Puff, type Strand } from '../src/boards/art/stream';
import { chart } from '../src/boards/canyon/chart';
import { currents, TONES } from '../src/boards/canyon/currents';
import { MAPS } from '../src/boards/canyon/gallery/maps';

const strand: Strand = {
  way: [0, 1, 2, 3].map((i) => ({ x: 100 * i, y: 0 })),
  lasts: 2,
  phase: 0,
  long: 0.25,
  wide: 8,
  tone: 0,
};
const puff: Puff = { x: 0, y: 0, r: 10, by: { x: 0, y: -40 }, lasts: 4, phase: 0, tone: 1 };

/** Note where a pen goes, by the colour it fills with. */
function drawn(seconds: number, strands: Strand[], puffs: Puff[] = []): Record<string, [x: number, y: number][]> {
  const found: Record<string, [number, number][]> = {};
  let points: [number, number][] = [];
  const pen: Pen = {
    fillStyle: '',
    beginPath: () => void (points = []),
    moveTo: (x, y) => void points.push([x, y]),
    lineTo: (x, y) => void points.push([x, y]),
    arc: (x, y, r) => void points.push([x - r, y - r], [x + r, y + r]),
    closePath: () => undefined,
    fill: () => void (found[typeof pen.fillStyle === 'string' ? pen.fillStyle : ''] = points),
  };
  draw(pen, { strands, puffs }, seconds, ['foam', 'mist']);
  return found;
}

describe('running water', () => {
  it('carries a stroke along its way and begins anew', () => {
    const middle = (seconds: number): number => {
      const xs = (drawn(seconds, [strand])['foam'] ?? []).map(([x]) => x);
      return (Math.min(...xs) + Math.max(...xs)) / 2;
    };
    expect(middle(0.6)).toBeLessThan(middle(1));
    expect(middle(1)).toBeLessThan(middle(1.6));
    expect(middle(2.6)).toBeCloseTo(middle(0.6));
  });

  it('stretches where the points of a way lie farther apart', () => {
    const falling = { ...strand, way: [0, 1, 4, 9].map((i) => ({ x: 0, y: 30 * i })) };
    const long = (seconds: number): number => {
      const ys = (drawn(seconds, [falling])['foam'] ?? []).map(([, y]) => y);
      return Math.max(...ys) - Math.min(...ys);
    };
    expect(long(1.3)).toBeGreaterThan(2 * long(0.6));
  });

  it('lets mist swell, drift and vanish', () => {
    const size = (seconds: number): number => {
      const [[left = 0] = [], [right = 0] = []] = (drawn(seconds, [], [puff])['mist'] ?? []).slice(1);
      return right - left;
    };
    expect(size(2)).toBeCloseTo(20);
    expect(size(0.1)).toBeLessThan(4);
  });
});

describe.each(Object.entries(MAPS))('the water of %s', (_, rows) => {
  it('is drawn within its bounds at any time', () => {
    const { slow, swift } = currents(chart(rows));
    for (const stream of [slow, swift]) {
      const { left, top, width, height } = bounds(stream);
      for (const seconds of [0, 0.7, 3.3]) {
        const strands = stream.strands.map((each) => ({ ...each, tone: 0 }));
        const puffs = (stream.puffs ?? []).map((each) => ({ ...each, tone: 1 }));
        const spots = Object.values(drawn(seconds, strands, puffs)).flat();
        const outside = spots.filter(([x, y]) => x < left || y < top || x > left + width || y > top + height);
        expect(outside).toEqual([]);
      }
    }
  });

  it('has a colour for every stroke', () => {
    const { slow, swift } = currents(chart(rows));
    for (const { strands, puffs = [] } of [slow, swift])
      for (const { tone } of [...strands, ...puffs]) expect(TONES[tone]).toBeDefined();
  });
});

describe('a film', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    Object.assign(document, { hidden: false });
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  const hide = (hidden: boolean): void => {
    Object.assign(document, { hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it('runs until it is ended', () => {
    const times: number[] = [];
    const end = film(10, (seconds) => times.push(seconds));
    vi.advanceTimersByTime(1000);
    end();
    vi.advanceTimersByTime(1000);
    expect(times).toHaveLength(10);
    expect(times.at(-1)).toBeCloseTo(1);
  });

  it('shows fewer pictures where each takes long', () => {
    const times: number[] = [];
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const end = film(10, (seconds) => {
      times.push(seconds);
      now += 40;
    });
    vi.advanceTimersByTime(2000);
    end();
    expect(times).toHaveLength(4);
    expect(times[3]).toBeCloseTo(0.1 + 3 * 0.56);
  });

  it('costs nothing in a hidden tab, and goes on where it stood', () => {
    const times: number[] = [];
    const end = film(10, (seconds) => times.push(seconds));
    vi.advanceTimersByTime(500);
    hide(true);
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
    hide(false);
    vi.advanceTimersByTime(500);
    expect(times).toHaveLength(10);
    expect(times.at(-1)).toBeCloseTo(1);
    end();
  });
});
