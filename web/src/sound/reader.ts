/** Hears when this page has something to say to a screen reader. */

/** Before anybody who keeps an event to themselves. */
const FIRST = { capture: true };
const SAID = '[aria-live=polite], [aria-live=assertive], [role=status]:not([aria-live=off]), [role=alert]';

/**
 * Tell whether somebody may have a screen reader, by how they acted last: nobody else presses by keys alone, and what a
 * reader presses has no size and no pressure. Who moves a mouse or touches the screen hears no voice.
 */
export class Reader {
  #sees = false;

  constructor() {
    document.addEventListener('pointerdown', this.#pointed, FIRST);
    document.addEventListener('keydown', this.#typed, FIRST);
  }

  get plausible(): boolean {
    return !this.#sees;
  }

  close(): void {
    document.removeEventListener('pointerdown', this.#pointed, FIRST);
    document.removeEventListener('keydown', this.#typed, FIRST);
  }

  #pointed = (event: PointerEvent): void => void (this.#sees = !isVirtual(event));
  #typed = (): void => void (this.#sees = false);
}

/** Tell a press by a screen reader from one by a hand. */
export function isVirtual({ width, height, pressure, detail, pointerType }: PointerEvent): boolean {
  return (
    (width === 0 && height === 0) ||
    (width === 1 && height === 1 && pressure === 0 && detail === 0 && pointerType === 'mouse')
  );
}

/** Call back with each text that the page announces, until the returned function is called. */
export function announced(heard: (text: string) => void): () => void {
  const observer = new MutationObserver((changes) => {
    const regions = new Set(
      changes.flatMap(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement;
        return element?.closest(SAID) ?? [];
      }),
    );
    for (const region of regions) {
      const text = region.textContent.trim();
      if (text) heard(text);
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  return () => observer.disconnect();
}
