/** Makes a file of a picture that moves. */
import { pixelsOf } from './picture';
import type { Answered, Asked } from './worker';

/** Upright like the poster, and as small as a chat shows it. */
export const FILM = { width: 480, height: 600 };
/** Between two pictures: almost 17 in a second. */
export const STEP_MS = 60;
/** How long the last picture stays before it begins again. */
export const LAST_MS = 700;
/** Chats and forums take no more. */
export const MOST_BYTES = 3 * 1024 * 1024;
/** Pictures that the colours are taken from. */
const SAMPLES = 6;

/** A file that is larger than it may be. */
export class TooLarge extends Error {
  constructor(readonly bytes: number) {
    super(`${bytes} bytes`);
  }
}

interface Order {
  /** Writes the picture at a moment as an SVG. */
  draw: (at: number) => Promise<string>;
  /** How long it lasts. */
  ms: number;
  /** Told how much is done, from 0 to 1. */
  report: (part: number) => void;
  signal: AbortSignal;
}

/** List the moments that are drawn, and how long each is shown. */
export function moments(ms: number): { at: number; ms: number }[] {
  const count = Math.ceil(ms / STEP_MS);
  return Array.from({ length: count + 1 }, (_, i) => ({
    at: Math.min(i * STEP_MS, ms),
    ms: i < count ? STEP_MS : LAST_MS,
  }));
}

/** Make a GIF; rejects with what the signal says, with TooLarge, or with why it could not be made. */
export async function filmed({ draw, ms, report, signal }: Order): Promise<Blob> {
  const { width, height } = FILM;
  const encoder = new Encoder();
  try {
    const all = moments(ms);
    const pixels = async (at: number): Promise<Uint8ClampedArray<ArrayBuffer>> => {
      const made = await pixelsOf(await draw(at), width, height);
      signal.throwIfAborted();
      return made;
    };
    const samples = [];
    for (let i = 0; i < SAMPLES; i += 1) {
      samples.push(await pixels((ms * i) / (SAMPLES - 1)));
      report((i + 1) / (SAMPLES + all.length));
    }
    await encoder.ask({ begin: { width, height, samples } });
    // While one is written, the next one is drawn.
    let written: Promise<unknown> = Promise.resolve();
    for (const [i, moment] of all.entries()) {
      const [picture] = await Promise.all([pixels(moment.at), written]);
      written = encoder.ask({ add: { picture, ms: moment.ms } });
      report((SAMPLES + i + 1) / (SAMPLES + all.length));
    }
    await written;
    const file = await encoder.ask({ end: true });
    signal.throwIfAborted();
    if (!file) throw new Error('no file');
    if (file.length > MOST_BYTES) throw new TooLarge(file.length);
    return new Blob([file], { type: 'image/gif' });
  } finally {
    encoder.close();
  }
}

/** Asks the worker that writes the file, one thing after the other. */
class Encoder {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  /** Rejects when its file does not come, which may be before anything is asked. */
  readonly #gone = new Promise<never>((_, fail) => {
    this.#worker.onerror = () => fail(new Error('the worker was not loaded'));
  });

  constructor() {
    this.#gone.catch(() => undefined);
  }

  ask(asked: Asked): Promise<Uint8Array<ArrayBuffer> | null> {
    const answered = new Promise<Uint8Array<ArrayBuffer> | null>((done, fail) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Answered>) => {
        if ('failed' in data) fail(new Error(data.failed));
        else done(data.file);
      };
    });
    const moved = 'begin' in asked ? asked.begin.samples : 'add' in asked ? [asked.add.picture] : [];
    this.#worker.postMessage(
      asked,
      moved.map(({ buffer }) => buffer),
    );
    return Promise.race([answered, this.#gone]);
  }

  close(): void {
    this.#worker.terminate();
  }
}
