import { createSubscriber } from 'svelte/reactivity';

/** Often enough that no second is skipped. */
const EVERY = 250;

/** One timer for everything that counts; it rests while the page is hidden, or while nothing counts. */
const subscribe = createSubscriber((update) => {
  let timer: ReturnType<typeof setInterval> | undefined;
  function run(): void {
    clearInterval(timer);
    if (!document.hidden) timer = setInterval(update, EVERY);
  }
  function turned(): void {
    update();
    run();
  }
  document.addEventListener('visibilitychange', turned);
  run();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', turned);
  };
});

/** Give the seconds since a moment of performance.now(); whoever asks is told again as they pass. */
export function since(moment: number): number {
  subscribe();
  return Math.max(0, performance.now() - moment) / 1000;
}
