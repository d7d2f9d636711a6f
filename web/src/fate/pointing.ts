/** Follows what somebody points at: with the mouse, by keyboard focus, by keeping a finger on it, or by a tap on what does
 * nothing else. */

import { moved } from '../lib/mouse';

/** Milliseconds that a finger stays before it points instead of tapping. */
const HOLD = 450;
/** Pixels that it may tremble. */
const STILL = 10;
/** What a tap is for already. */
const PRESSED = 'button, a, label, input, select, summary, [role=button], [data-player], [data-place], [data-canoe]';

/**
 * Tell what is pointed at on a page, of what a selector selects, and null when nothing is any more; `passing` is a mouse
 * that may be on its way to something else. Returns what ends it.
 */
export function follow(
  page: HTMLElement,
  selector: string,
  tell: (element: Element | null, passing: boolean) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let down: { x: number; y: number; at: number } | null = null;
  let held = false;
  let touched = false;
  /** What is under the mouse came there by itself. */
  let rests = false;
  const all = new AbortController();
  let latest: readonly [element: Element | null, passing: boolean] = [null, false];
  let due = false;
  // A little later: the focus is also lost because the page is being changed, when nothing else may be.
  const point = (element: Element | null, passing: boolean): void => {
    latest = [element, passing];
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      if (!all.signal.aborted) tell(...latest);
    });
  };
  const pointed = (event: Event): Element | null =>
    event.target instanceof Element ? event.target.closest(selector) : null;
  const lift = (): void => {
    clearTimeout(timer);
    down = null;
  };
  const on = <Kind extends keyof HTMLElementEventMap>(
    kind: Kind,
    hear: (event: HTMLElementEventMap[Kind]) => void,
  ): void => {
    page.addEventListener(kind, hear, { signal: all.signal, capture: true });
  };
  on('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    rests = !moved(event);
    point(rests ? null : pointed(event), true);
  });
  on('pointerout', (event) => {
    if (event.pointerType !== 'touch' && event.relatedTarget === null) point(null, false);
  });
  on('pointerdown', (event) => {
    point(null, false);
    held = false;
    touched = event.pointerType === 'touch';
    const element = pointed(event);
    if (event.pointerType !== 'touch' || !element) return;
    down = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    timer = setTimeout(() => {
      held = true;
      point(element, false);
    }, HOLD);
  });
  on('pointermove', (event) => {
    if (rests && event.pointerType !== 'touch' && moved(event)) {
      rests = false;
      point(pointed(event), true);
    }
    if (down && Math.max(Math.abs(event.clientX - down.x), Math.abs(event.clientY - down.y)) > STILL) lift();
  });
  on('pointerup', (event) => {
    // A page that is busy hears of a short tap too late: the timer may have come first, and what it told is taken back.
    if (held && down && event.timeStamp - down.at < HOLD) {
      held = false;
      point(null, false);
    }
    lift();
  });
  on('pointercancel', lift);
  on('contextmenu', (event) => {
    if (held) event.preventDefault();
  });
  // Who held a finger on something did not mean to choose it.
  on('click', (event) => {
    if (!held) {
      if (touched && event.target instanceof Element && !event.target.closest(PRESSED)) point(pointed(event), false);
      return;
    }
    held = false;
    event.preventDefault();
    event.stopPropagation();
  });
  on('focusin', (event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) point(pointed(event), false);
  });
  on('focusout', () => point(null, false));
  return () => {
    clearTimeout(timer);
    all.abort();
  };
}
