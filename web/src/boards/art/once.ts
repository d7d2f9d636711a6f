/** How long the second half of a double click may come after the first, in milliseconds. */
const DOUBLE = 500;

/**
 * Let what is tapped once more to confirm it not be confirmed by the second half of a double click.
 *
 * An animation of `pointer-events` would do without a timer, but more than doubles the frame that shows the choice.
 */
export function once(confirms: HTMLElement | SVGElement): () => void {
  confirms.style.pointerEvents = 'none';
  const over = setTimeout(() => (confirms.style.pointerEvents = ''), DOUBLE);
  return () => {
    clearTimeout(over);
    confirms.style.pointerEvents = '';
  };
}
