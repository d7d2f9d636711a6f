/** What the player may want to tap, and the sentence that says what to do. */
const BUSY = '.board :is(button, [data-action], [data-canoe], [data-deposit]), .dock button:enabled, .bar .sentence';

/** Find the boxes of what a selector selects, as far as it can be seen. */
export function boxesOf(selector: string): DOMRect[] {
  const boxes = [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
  return boxes.filter(({ width }) => width > 0);
}

/** Find the boxes that nothing that explains should cover. */
export const busy = (): DOMRect[] => boxesOf(BUSY);
