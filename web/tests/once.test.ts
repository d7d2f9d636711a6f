import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { once } from '../src/boards/art/once';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('keeps the second half of a double click from confirming, and nothing after it', () => {
  const card = { style: { pointerEvents: '' } } as HTMLElement;
  once(card);
  vi.advanceTimersByTime(499);
  expect(card.style.pointerEvents).toBe('none');
  vi.advanceTimersByTime(1);
  expect(card.style.pointerEvents).toBe('');
});

it('lets a card be chosen again at once that is no longer chosen', () => {
  const card = { style: { pointerEvents: '' } } as HTMLElement;
  once(card)();
  expect(card.style.pointerEvents).toBe('');
});
