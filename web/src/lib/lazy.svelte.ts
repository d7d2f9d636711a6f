import { untrack } from 'svelte';

import { speak } from './messages';
import { files } from './root';

/** How far a part is: not asked for, under way – for long (`late`), for very long (`slow`) –, here, or why it did not come. */
export type Progress = 'idle' | 'coming' | 'late' | 'slow' | 'here' | Failure;
/** The server cannot be reached; it has another version than this page; or it has the file, and the browser gives it up. */
type Failure = 'offline' | 'newer' | 'broken';

/** After so many milliseconds one is told to wait, and then that something may be wrong. */
const LATE_MS = 1000;
const SLOW_MS = 15_000;
const ASK_MS = 10_000;

/** Parts that a page does without for now: where one does not come, `Lost` says so for all of them. */
let wanted: readonly Lazy<unknown>[] = $state.raw([]);

/** List what a page had to do without. */
export const lost = (): readonly Lazy<unknown>[] => wanted.filter((part) => part.failed);

/** Say no more of what did not come, until it is wanted again. */
export const forgo = (): void => void (wanted = []);

/** A part of the client that is fetched, with its words, when it is wanted. */
export class Lazy<Part> {
  /** Null until it has come. */
  part: Part | null = $state.raw(null);
  progress: Progress = $state('idle');
  #coming: Promise<Part> | null = null;
  readonly #load: () => Promise<Part>;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  get failed(): boolean {
    return this.progress === 'offline' || this.progress === 'newer' || this.progress === 'broken';
  }

  /** Whether nothing is gained by waiting on: it is here, or has not come, at least not for long. */
  get settled(): boolean {
    return this.part !== null || this.failed || this.progress === 'slow';
  }

  /** Fetch it, for a place that says so where it does not come; it is fetched anew after that. */
  get(): Promise<Part> {
    return (this.#coming ??= untrack(() => this.#fetch()));
  }

  /** Fetch it for a page that can do without; null where it does not come. */
  async want(): Promise<Part | null> {
    untrack(() => {
      if (!wanted.includes(this)) wanted = [...wanted, this];
    });
    return this.get().catch(() => null);
  }

  async #fetch(): Promise<Part> {
    const again = this.failed;
    this.progress = 'coming';
    const late = setTimeout(() => (this.progress = 'late'), LATE_MS);
    const slow = setTimeout(() => (this.progress = 'slow'), SLOW_MS);
    try {
      if (again) await restyle();
      this.part = await this.#all().catch(async (error: unknown) => {
        if ((await diagnose()) !== 'broken') throw error;
        // The network was away for a moment only.
        await restyle();
        return this.#all();
      });
      this.progress = 'here';
      return this.part;
    } catch (error) {
      this.#coming = null;
      this.progress = await diagnose();
      throw error;
    } finally {
      clearTimeout(late);
      clearTimeout(slow);
    }
  }

  async #all(): Promise<Part> {
    const part = await this.#load();
    await speak();
    return part;
  }
}

/** Fetch a part of the client when it is wanted, and what it may say. Every `import(…)` stands in a call of this. */
export const lazy = <Part>(load: () => Promise<Part>): Lazy<Part> => new Lazy(load);

/** Fetch each of many parts when it is wanted, by their paths: for `import.meta.glob`. */
export const lazyAll = <Part>(found: Record<string, () => Promise<Part>>): [string, Lazy<Part>][] =>
  Object.entries(found).map(([path, load]) => [path, lazy(load)]);

/** Ask why a file did not come: whether the server is there, and still has the page that this one is. */
async function diagnose(): Promise<Failure> {
  try {
    const answer = await fetch(`${files}/`, { cache: 'no-store', signal: AbortSignal.timeout(ASK_MS) });
    if (!answer.ok) return 'offline';
    // A page names its first file, whose name changes with all that may follow.
    const first = document.querySelector<HTMLScriptElement>('script[type=module]')?.src.split('/').pop() ?? '';
    return (await answer.text()).includes(first) ? 'broken' : 'newer';
  } catch {
    return 'offline';
  }
}

/**
 * Ask again for style sheets that did not come: Vite asks once, and takes every later part for styled. One that is still under way
 * looks the same, and whoever waits for it hears of it only as long as it stays where it is.
 */
async function restyle(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const styled = new Set(links.flatMap(({ sheet, href }) => (sheet ? href : [])));
  const loads = links
    .filter(({ href }) => !styled.has(href))
    .map(
      (link) =>
        new Promise((done, fail) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.onload = done;
          again.onerror = () => {
            again.remove();
            fail(new Error(`no style sheet ${link.href}`));
          };
          link.after(again);
        }),
    );
  await Promise.all(loads);
}
