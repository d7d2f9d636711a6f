/** What we use of a package that brings no types. */
declare module 'gifenc' {
  type Palette = number[][];

  interface Frame {
    palette?: Palette;
    /** Milliseconds. */
    delay?: number;
    /** How often it is shown again; 0: for ever. */
    repeat?: number;
    transparent?: boolean;
    transparentIndex?: number;
    dispose?: number;
  }

  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, frame?: Frame): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(pixels: Uint8Array | Uint8ClampedArray, colours: number): Palette;
  export function applyPalette(pixels: Uint8Array | Uint8ClampedArray, palette: Palette): Uint8Array;
}
