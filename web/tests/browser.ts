/**
 * The little of a browser that the modules under test touch, and all words. Vitest loads it before every test file; all files
 * share one, for they share the modules that listen to it.
 */
class FakeStorage {
  readonly #items = new Map<string, string>();
  getItem = (key: string): string | null => this.#items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.#items.set(key, value);
  removeItem = (key: string): void => void this.#items.delete(key);
  clear = (): void => this.#items.clear();
}

const page = new EventTarget();
const fake = {
  location: { protocol: 'http:', host: 'table.test', pathname: '/', hash: '' },
  localStorage: new FakeStorage(),
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  dispatchEvent: page.dispatchEvent.bind(page),
  matchMedia: () => ({ matches: false }),
  requestAnimationFrame: (draw: () => void) => setTimeout(draw),
  document: Object.assign(new EventTarget(), {
    documentElement: { lang: '', dataset: {} },
    querySelectorAll: () => [],
    visibilityState: 'visible',
    hidden: false,
  }),
};
if (!('document' in globalThis)) {
  Object.assign(globalThis, fake);
  // Newer Nodes have a navigator of their own, which cannot be assigned.
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB'], onLine: true } });
}

/** A WebSocket whose other end is the test. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('nobody has connected yet');
    return socket;
  }

  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: Record<string, unknown>[] = [];
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The other end is gone. */
  fail(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}
Object.assign(globalThis, { WebSocket: FakeSocket });

// What is imported now needs all of the above.
const { speak } = await import('../src/lib/messages');
const { locales } = await import('../src/paraglide/runtime.js');
import.meta.glob('../src/**/messages.ts', { eager: true });
await Promise.all(locales.map(speak));
