/** What we use of a package that brings no types. */
declare module 'gifenc' {
  type Colour = [red: number, green: number, blue: number];

  interface Frame {
    palette?: Colour[];
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
  export function quantize(pixels: Uint8Array | Uint8ClampedArray, colours: number): Colour[];
  export function nearestColorIndex(palette: readonly Colour[], colour: Colour): number;
}
