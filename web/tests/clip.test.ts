import './browser';

import { expect, test } from 'vitest';

import { noise } from '../src/boards/art/geometry';
import * as canyon from '../src/boards/canyon/ending';
import * as niagara from '../src/boards/niagara/ending';
import type { Ending } from '../src/boards/ui';
import { courseOf } from '../src/ending/course';
import { moments, STEP_MS } from '../src/ending/film';
import { Gif } from '../src/ending/gif';
import { bestOf, headingOf, type Shot, taken } from '../src/ending/scene';
import { wrapped } from '../src/ending/wrapped';
import type { CanyonView, Event, NiagaraView } from '../src/protocol';
import type { Story } from '../src/replay/story';
import { played } from './played';

const chapter = (event: Event): string | null =>
  event.kind === 'round' || event.kind === 'dealt' ? `Round ${event.number}` : null;

async function shotIn(file: string, ending: Ending): Promise<{ story: Story; shot: Shot }> {
  const { story, seats } = await played(file);
  const shot = bestOf(story, ending, courseOf(story, seats, ending, chapter));
  if (!shot) throw new Error(`${file} has no scene`);
  return { story, shot };
}

const [ofNiagara, ofCanyon] = [niagara as unknown as Ending, canyon as unknown as Ending];

test('of a game of Niagara, the heaviest fall of all is shown, from where the canoe was to where it is lost', async () => {
  const { story, shot } = await shotIn('niagara-brettspielwelt-all_modules_4', ofNiagara);
  expect(shot.clip).toBe('fall');
  const all = story.places.flatMap(({ events }) => events);
  expect(ofNiagara.weight(shot.event)).toBe(
    Math.max(...all.map((event) => (ofNiagara.scenes[0]?.drama(event) ? ofNiagara.weight(event) : 0))),
  );
  const { events, before, after } = taken(story, shot) ?? {};
  expect(events).toContain(shot.event);
  const lost = (view: unknown): number =>
    (view as NiagaraView).players.flatMap(({ canoes }) => canoes.filter(({ place }) => place === 'lost')).length;
  expect(lost(after)).toBeGreaterThan(lost(before));
  const round = all.slice(0, all.indexOf(shot.event)).findLast(({ kind }) => kind === 'round');
  expect(headingOf(story, shot, chapter)).toBe(round && chapter(round));
});

test('a game in which nobody went over the falls shows a theft, or what came ashore last', async () => {
  const { story } = await shotIn('niagara-brettspielwelt-all_modules_4', ofNiagara);
  const without = (kinds: readonly string[]): Story => ({
    ...story,
    places: story.places.map((place) => ({
      ...place,
      events: place.events.filter(({ kind }) => !kinds.includes(kind)),
    })),
  });
  const kept = (kinds: readonly string[]): string | undefined => {
    const shot = bestOf(without(kinds), ofNiagara, null);
    return shot ? `${shot.clip}: ${shot.event.kind}` : undefined;
  };
  expect(kept(['push', 'swept'])).toBe('theft: stolen');
  expect(kept(['push', 'swept', 'stolen'])).toBe('home: goal');
  expect(kept(['push', 'swept', 'stolen', 'goal'])).toBe('home: banked');
  expect(kept(['push', 'swept', 'stolen', 'goal', 'banked'])).toBeUndefined();
});

test('of a game of Canyon, an arrival is shown unless somebody went over the falls, and then a bid that was met', async () => {
  const { story, shot } = await shotIn('canyon-classic-points_left', ofCanyon);
  const falls = story.places.some(({ events }) => events.some((event) => ofCanyon.scenes[0]?.drama(event)));
  expect(shot.clip).toBe(falls ? 'fall' : 'arrival');
  const calm = {
    ...story,
    places: story.places.map((place) => ({ ...place, events: place.events.filter(({ kind }) => kind !== 'drifted') })),
  };
  const arrival = bestOf(calm, ofCanyon, null);
  expect(arrival?.clip).toBe('arrival');
  const view = arrival && (taken(calm, arrival)?.after as unknown as CanyonView);
  expect(view?.players.some(({ arrived }) => arrived)).toBe(true);
  const bids = {
    ...calm,
    places: calm.places.map((place) => ({ ...place, events: place.events.filter(({ kind }) => kind !== 'arrived') })),
  };
  const bid = bestOf(bids, ofCanyon, null)?.event;
  expect(bid?.kind).toBe('settled');
  expect(bid?.kind === 'settled' && bid.players.some((each) => each.bid === each.tricks && each.tricks > 0)).toBe(true);
});

/** Draw a ball in a box, so far to the right. */
function ball(width: number, height: number, x: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i += 1) {
    const inside = Math.hypot((i % width) - x, Math.floor(i / width) - height / 2) < 6;
    pixels.set(inside ? [217, 96, 43, 255] : [245, 238, 221, 255], i * 4);
  }
  return pixels;
}

test('a file has every picture, each as it was drawn and as long as it was asked for', () => {
  const [width, height] = [40, 24];
  const drawn = [8, 16, 24, 32].map((x) => ball(width, height, x));
  const gif = new Gif(
    width,
    height,
    [drawn[0], drawn[3]].flatMap((each) => each ?? []),
  );
  drawn.forEach((each, i) => gif.add(each, i < 3 ? 60 : 700));
  const read = decoded(gif.bytes());
  expect(read).toMatchObject({ width, height, loops: true });
  expect(read.pictures.map(({ ms }) => ms)).toEqual([60, 60, 60, 700]);
  for (const [i, { pixels }] of read.pictures.entries()) {
    const far = pixels.map((value, at) => Math.abs(value - (drawn[i]?.[at] ?? 0)));
    // They have two colours.
    expect(Math.max(...far)).toBe(0);
  }
});

test('what stays as it was costs next to nothing', () => {
  const [width, height] = [200, 200];
  const draw = noise(3);
  const picture = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i += 1) picture.fill(32 * Math.floor(8 * draw()), i * 4, i * 4 + 3);
  const size = (pictures: number): number => {
    const gif = new Gif(width, height, [picture]);
    for (let i = 0; i < pictures; i += 1) gif.add(picture, 60);
    return gif.bytes().length;
  };
  expect(size(11) - size(1)).toBeLessThan(size(1) / 5);
});

test('a picture of another size is refused', () => {
  const gif = new Gif(4, 4, [new Uint8ClampedArray(64)]);
  expect(() => gif.add(new Uint8ClampedArray(60), 60)).toThrow('A picture of 4 × 4 has 64 bytes, got 60.');
});

test('a clip is smooth, and rests at its end', () => {
  const all = moments(4000);
  expect(all.map(({ at }) => at).slice(0, 3)).toEqual([0, STEP_MS, 2 * STEP_MS]);
  expect(1000 / STEP_MS).toBeGreaterThan(12.5);
  expect(all.at(-1)?.at).toBe(4000);
  expect(all.at(-1)?.ms).toBeGreaterThan(STEP_MS);
});

test.each([
  ['Bo!', 31, ['Bo!']],
  ['Cy steals a sapphire from Bo!', 31, ['Cy steals a', 'sapphire from Bo!']],
  ['Bo missed the bid\u202f: Bo goes over the falls to the gangway', 27, ['Bo missed the bid\u202f:', 'Bo goes over the', 'falls to the gangway']],
  ['x'.repeat(40), 15, ['x'.repeat(40)]],
])('%j is written in letters of %d, in lines of about the same length', (text, size, lines) => {
  expect(wrapped(text, 300, 110, (line, letters) => line.length * letters * 0.5)).toEqual({ size, lines });
}); // prettier-ignore

interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly loops: boolean;
  readonly pictures: readonly { readonly ms: number; readonly pixels: readonly number[] }[];
}

/** Read a GIF as a browser does, as far as ours go. */
function decoded(bytes: Uint8Array): Decoded {
  const word = (at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  expect(new TextDecoder().decode(bytes.subarray(0, 6))).toBe('GIF89a');
  const [width, height] = [word(6), word(8)];
  const colours = 2 << ((bytes[10] ?? 0) & 7);
  const palette = bytes.subarray(13, 13 + 3 * colours);
  let at = 13 + 3 * colours;
  let [ms, transparent, loops] = [0, -1, false];
  const shown: number[] = Array.from({ length: width * height }, () => 0);
  const pictures: { ms: number; pixels: number[] }[] = [];
  const blocks = (): number[] => {
    const data: number[] = [];
    for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) {
      data.push(...bytes.subarray(at + 1, at + 1 + size));
      at += size + 1;
    }
    at += 1;
    return data;
  };
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      const kind = bytes[at + 1];
      if (kind === 0xf9) {
        ms = word(at + 4) * 10;
        transparent = (bytes[at + 3] ?? 0) & 1 ? (bytes[at + 6] ?? -1) : -1;
      } else loops = true;
      at += 2;
      blocks();
    } else {
      at += 10;
      const depth = bytes[at] ?? 8;
      at += 1;
      unpacked(blocks(), depth).forEach((colour, i) => {
        if (colour !== transparent) shown[i] = colour;
      });
      const pixels = shown.flatMap((colour) => [...palette.subarray(colour * 3, colour * 3 + 3), 255]);
      pictures.push({ ms, pixels });
    }
  }
  return { width, height, loops, pictures };
}

/** Undo the compression of a GIF (Lempel, Ziv and Welch). */
function unpacked(data: readonly number[], depth: number): number[] {
  const [clear, end] = [1 << depth, (1 << depth) + 1];
  let [size, bits, bit] = [depth + 1, 0, 0];
  let words: number[][] = [];
  let before: number[] | null = null;
  const found: number[] = [];
  for (const byte of data) {
    bits |= byte << bit;
    bit += 8;
    while (bit >= size) {
      const code = bits & ((1 << size) - 1);
      bits >>>= size;
      bit -= size;
      if (code === end) return found;
      if (code === clear) {
        words = Array.from({ length: end + 1 }, (_, i) => [i]);
        [size, before] = [depth + 1, null];
        continue;
      }
      const word: number[] = words[code] ?? [...(before ?? []), before?.[0] ?? 0];
      found.push(...word);
      if (before && words.length < 4096) words.push([...before, word[0] ?? 0]);
      if (words.length === 1 << size && size < 12) size += 1;
      before = word;
    }
  }
  return found;
}
