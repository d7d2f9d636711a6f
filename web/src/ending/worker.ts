/** Writes a GIF beside the page, which goes on being drawn meanwhile. */
import { Gif } from './gif';

type Picture = Uint8ClampedArray<ArrayBuffer>;

export type Asked =
  | { begin: { width: number; height: number; samples: readonly Picture[] } }
  | { add: { picture: Picture; ms: number } }
  | { end: true };

/** The file comes at the end. */
export type Answered = { file: Uint8Array<ArrayBuffer> | null } | { failed: string };

let gif: Gif | null = null;

function answer(asked: Asked): Answered {
  try {
    if ('begin' in asked) gif = new Gif(asked.begin.width, asked.begin.height, asked.begin.samples);
    else if ('add' in asked) gif?.add(asked.add.picture, asked.add.ms);
    return { file: 'end' in asked ? (gif?.bytes() ?? null) : null };
  } catch (error) {
    return { failed: String(error) };
  }
}

self.onmessage = ({ data }: MessageEvent<Asked>) => self.postMessage(answer(data));
