/** Writes a GIF: one palette for all pictures, and of each only what differs from the one before. */
import { GIFEncoder, nearestColorIndex, quantize } from 'gifenc';

/** All pixels of a picture, four bytes each: red, green, blue, and how opaque. */
export type Pixels = Uint8Array | Uint8ClampedArray;

/** One of 256 stands for what stays as it was. */
const COLOURS = 255;
const STAYS = COLOURS;
/** So many colours are kept as they are: those of the large shapes. The others are those of their edges. */
const EXACT = 128;
/** A picture is left where it is, for the next one to be drawn upon. */
const KEEP = 1;

type Colour = [red: number, green: number, blue: number];

export class Gif {
  readonly #encoder = GIFEncoder();
  readonly #palette: Colour[];
  /** By colour: the place in the palette of the one that is nearest. */
  readonly #nearest = new Map<number, number>();
  #before: Uint8Array | null = null;

  /** Begin a file; its colours are those of some of its pictures. */
  constructor(
    private readonly width: number,
    private readonly height: number,
    samples: readonly Pixels[],
  ) {
    this.#palette = paletteOf(samples);
  }

  /** Add a picture that is shown for so long; throws a RangeError for one of another size. */
  add(pixels: Pixels, ms: number): void {
    const { width, height } = this;
    if (pixels.length !== width * height * 4)
      throw new RangeError(`A picture of ${width} × ${height} has ${width * height * 4} bytes, got ${pixels.length}.`);
    const now = this.#drawn(pixels);
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

  /** Draw with the colours of the palette: the same colour is the same in every picture, or it would flicker. */
  #drawn(pixels: Pixels): Uint8Array {
    const own = this.#palette.slice(0, COLOURS);
    const found = new Uint8Array(pixels.length / 4);
    let [last, place] = [-1, 0];
    for (let i = 0; i < found.length; i += 1) {
      const colour = colourAt(pixels, i);
      if (colour !== last) {
        place = this.#nearest.get(colour) ?? nearestColorIndex(own, rgb(colour));
        this.#nearest.set(colour, place);
        last = colour;
      }
      found[i] = place;
    }
    return found;
  }
}

/** Write a pixel's colour as one number; all are opaque. */
const colourAt = (pixels: Pixels, i: number): number =>
  ((pixels[4 * i] ?? 0) << 16) | ((pixels[4 * i + 1] ?? 0) << 8) | (pixels[4 * i + 2] ?? 0);
const rgb = (colour: number): Colour => [colour >> 16, (colour >> 8) & 255, colour & 255];

function paletteOf(samples: readonly Pixels[]): Colour[] {
  const counts = new Map<number, number>();
  for (const sample of samples)
    for (let i = 0; i < sample.length / 4; i += 1) {
      const colour = colourAt(sample, i);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  const colours = [...counts].sort(([, one], [, other]) => other - one);
  const palette = colours.slice(0, EXACT).map(([colour]) => rgb(colour));
  const rest = colours.slice(EXACT).flatMap(([colour]) => [...rgb(colour), 255]);
  if (rest.length > 0) palette.push(...quantize(new Uint8Array(rest), COLOURS - palette.length));
  return Array.from({ length: COLOURS + 1 }, (_, i) => palette[i] ?? [0, 0, 0]);
}
