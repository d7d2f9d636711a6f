/** What a finger points at, and what it only taps, on a page that may be busy meanwhile. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { follow } from '../src/fate/pointing';

/** A thing on a page. Its events are sent to the page, which hears all of them first. */
class Thing {
  closest = (selector: string): Thing | null => (selector === '.thing' ? this : null);
}

const page = new EventTarget();
const thing = new Thing();
let told: unknown[];
let stop: () => void;

/** Touch the thing; `at` is when the finger did, whenever the page hears of it. */
async function touch(kind: string, at: number): Promise<void> {
  const event = Object.assign(new Event(kind), { pointerType: 'touch', clientX: 0, clientY: 0 });
  Object.defineProperties(event, { target: { value: thing }, timeStamp: { value: at } });
  page.dispatchEvent(event);
  await Promise.resolve();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Element', Thing);
  told = [];
  stop = follow(page as unknown as HTMLElement, '.thing', (element) => told.push(element));
});

afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a finger on a thing', () => {
  it('points at it once it has stayed, and chooses nothing then', async () => {
    await touch('pointerdown', 0);
    await vi.advanceTimersByTimeAsync(1000);
    await touch('pointerup', 1000);
    expect(told).toEqual([null, thing]);
    const click = vi.spyOn(Event.prototype, 'stopPropagation');
    await touch('click', 1000);
    expect(click).toHaveBeenCalledOnce();
  });

  it('has tapped it when the page only heard too late that it was gone', async () => {
    await touch('pointerdown', 0);
    await vi.advanceTimersByTimeAsync(1000);
    await touch('pointerup', 50);
    expect(told).toEqual([null, thing, null]);
    const click = vi.spyOn(Event.prototype, 'stopPropagation');
    await touch('click', 50);
    expect(click).not.toHaveBeenCalled();
  });
});
