import { ALWAYS, type Taken } from './place';

/** What can be pressed, what comes of it, and the sentence that says what to do. */
const KEPT =
  ".board :is(button, [role='button']), :is(.hand, .bids, .bar, .groups) button:enabled, .head :is(a, button), .bar .sentence, .slip, .board .hint";
/** What there is to read beside the board, and what cards lie on it. */
const READ = '.head :is(h1, .status), .panels .player, .board .card';
/** What the board has to show, and may be spoken of next. */
const SEEN = '.board :is([data-place], [data-guide])';
/** Where canoes are lost: whoever learns what is at stake has it before their eyes. */
const FALLS = '.board [data-guide="falls"]';

/** Find the boxes of what a selector selects, as far as it can be seen. */
export function boxesOf(selector: string): DOMRect[] {
  const boxes = [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
  return boxes.filter(({ width }) => width > 0);
}

/** Find by how many degrees a thing in the hand is turned, with what holds it. */
export function tiltOf(selector: string): number {
  const thing = document.querySelector(selector);
  if (!thing?.closest('.hand li')) return 0;
  const turns = [thing, thing.parentElement].map((each) => {
    const { a, b } = new DOMMatrix(each ? getComputedStyle(each).transform : '');
    return (Math.atan2(b, a) * 180) / Math.PI;
  });
  return turns.reduce((sum, each) => sum + each, 0);
}

/** Find the lines of text in what a selector selects: beside them, it takes no room. */
export function linesOf(selector: string): DOMRect[] {
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()];
  });
}

/** Find what a selector selects, and what each pixel of it is worth. */
export const taken = (selector: string, weight: number): Taken[] =>
  boxesOf(selector).map(({ left, top, width, height }) => ({ left, top, width, height, weight }));

/**
 * Find what had better not be covered by what explains. Where the screen is `small`, a mark would hide a good part of the
 * board, lies rather beside it, and never on the falls; `seen` is what each pixel of a thing on the board is worth.
 */
export function busy(small = false, seen = 0): Taken[] {
  const weights = { [KEPT]: ALWAYS, [READ]: 2, [SEEN]: seen, [FALLS]: small ? 20 : 0, '.board': small ? 0.4 : 0 };
  return Object.entries(weights).flatMap(([selector, weight]) => taken(selector, weight));
}
