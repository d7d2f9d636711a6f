/** Act when the browser has drawn what is on the page now; return what calls that off. */
export function whenDrawn(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(act)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Act when the browser has nothing else to do. */
export const whenIdle = (act: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(act) : setTimeout(act);
