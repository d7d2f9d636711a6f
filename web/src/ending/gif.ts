/** Writes a GIF: one palette for all pictures, and of each only what differs from the one before. */
import { applyPalette, GIFEncoder, quantize } from 'gifenc';

/** All pixels of a picture, four bytes each: red, green, blue, and how opaque. */
export type Pixels = Uint8Array | Uint8ClampedArray;

/** One of 256 stands for what stays as it was. */
const COLOURS = 255;
const STAYS = COLOURS;
/** A picture is left where it is, for the next one to be drawn upon. */
const KEEP = 1;

export class Gif {
  readonly #encoder = GIFEncoder();
  readonly #palette: number[][];
  #before: Uint8Array | null = null;

  /** Begin a file; its colours are those of some of its pictures. */
  constructor(
    private readonly width: number,
    private readonly height: number,
    samples: readonly Pixels[],
  ) {
    const all = new Uint8Array(samples.reduce((sum, { length }) => sum + length, 0));
    samples.reduce((from, sample) => {
      all.set(sample, from);
      return from + sample.length;
    }, 0);
    const palette = quantize(all, COLOURS);
    this.#palette = Array.from({ length: COLOURS + 1 }, (_, i) => palette[i] ?? [0, 0, 0]);
  }

  /** Add a picture that is shown for so long; throws a RangeError for one of another size. */
  add(pixels: Pixels, ms: number): void {
    const { width, height } = this;
    if (pixels.length !== width * height * 4)
      throw new RangeError(`A picture of ${width} × ${height} has ${width * height * 4} bytes, got ${pixels.length}.`);
    const now = applyPalette(pixels, this.#palette.slice(0, COLOURS));
    const before = this.#before;
    const shown = before ? now.map((colour, i) => (colour === before[i] ? STAYS : colour)) : now;
    this.#encoder.writeFrame(shown, width, height, {
      delay: ms,
      dispose: KEEP,
      ...(before ? { transparent: true, transparentIndex: STAYS } : { palette: this.#palette, repeat: 0 }),
    });
    this.#before = now;
  }

  /** End the file. */
  bytes(): Uint8Array<ArrayBuffer> {
    this.#encoder.finish();
    return this.#encoder.bytes();
  }
}
