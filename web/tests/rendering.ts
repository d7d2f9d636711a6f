/** Renders sounds in a browser, offline: bundled for `tests/e2e/test_sound.py`, which reads what it measures. */
import { hearing as canyon } from '../src/boards/canyon/hearing';
import { hearing as niagara } from '../src/boards/niagara/hearing';
import type { Cue, Hearing, SoundName, ThemeName, Voice } from '../src/boards/ui';
import { random } from '../src/sound/noise';
import { SOUNDS } from '../src/sound/sounds';
import { Speaker } from '../src/sound/speaker';

const HEARING: Record<string, Hearing> = {
  niagara: niagara as unknown as Hearing,
  canyon: canyon as unknown as Hearing,
};
const RATE = 32_000;
/** The volume has come up, and the compressor is at rest. */
export const BEGINS = 0.5;

const dB = (value: number): number => Math.round(200 * Math.log10(Math.max(1e-6, value))) / 10;
const LEVELS = { water: 1, events: 1, pieces: 1, calls: 1, music: 1 };

export interface Rendered {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Render what a speaker is told, at full volume. */
export async function render(
  seconds: number,
  tell: (speaker: Speaker) => void,
  levels: Partial<typeof LEVELS> = {},
): Promise<Rendered> {
  const context = new OfflineAudioContext(2, Math.ceil(seconds * RATE), RATE);
  const speaker = new Speaker(context, random(7));
  speaker.volume = 1;
  speaker.levels = { ...LEVELS, ...levels };
  tell(speaker);
  const buffer = await context.startRendering();
  return { left: buffer.getChannelData(0), right: buffer.getChannelData(1) };
}

/** Measure the power of a stretch of one side. */
function power(samples: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += (samples[i] ?? 0) ** 2;
  return sum / (to - from);
}

function peak({ left, right }: Rendered): number {
  let most = 0;
  for (const side of [left, right]) for (const sample of side) most = Math.max(most, Math.abs(sample));
  return most;
}

/** Find where half of what is heard is higher, in Hz, by counting how often the wave crosses zero. */
function crossings(samples: Float32Array, from: number, to: number): number {
  let count = 0;
  for (let i = from + 1; i < to; i++) if ((samples[i] ?? 0) >= 0 !== (samples[i - 1] ?? 0) >= 0) count++;
  return Math.round((count / 2 / (to - from)) * RATE);
}

export interface Measured {
  readonly peak: number;
  /** Loudness of the loudest fifth of a second, in dB. */
  readonly loud: number;
  /** Seconds in which it is within 30 dB of that. */
  readonly lasts: number;
  readonly pitch: number;
  /** How much louder it is on the right, in dB. */
  readonly right: number;
}

const STEP = RATE / 50;
const FIFTH = RATE / 5;

export function measure(rendered: Rendered): Measured {
  const { left, right } = rendered;
  const both = (from: number, length: number): number =>
    (power(left, from, from + length) + power(right, from, from + length)) / 2;
  let [loudest, at] = [0, 0];
  for (let from = 0; from + FIFTH < left.length; from += STEP) {
    const now = both(from, FIFTH);
    if (now > loudest) [loudest, at] = [now, from];
  }
  let [first, last] = [left.length, 0];
  for (let from = 0; from + STEP < left.length; from += STEP)
    if (both(from, STEP) > loudest / 1000) [first, last] = [Math.min(first, from), from + STEP];
  return {
    peak: dB(peak(rendered)),
    loud: dB(Math.sqrt(loudest)),
    lasts: (last - first) / RATE,
    pitch: crossings(left, at, at + FIFTH),
    right: dB(Math.sqrt(power(right, 0, right.length) / Math.max(1e-12, power(left, 0, left.length)))),
  };
}

const sound = (cue: Cue, right = 0): Promise<Rendered> =>
  render(BEGINS + 4.5, (speaker) => speaker.play(cue, right, BEGINS), { water: 0 });

export async function sounds(): Promise<Record<string, Measured>> {
  const all: Record<string, Measured> = {};
  for (const name of Object.keys(SOUNDS) as SoundName[]) all[name] = measure(await sound({ sound: name }));
  return all;
}

export async function themes(): Promise<Record<string, Measured>> {
  const all: Record<string, Measured> = {};
  for (const [game, { themes }] of Object.entries(HEARING))
    for (const [name, voices] of Object.entries(themes) as [ThemeName, Voice[]][])
      all[`${game} ${name}`] = measure(
        await render(BEGINS + 7, (speaker) => speaker.perform(voices, BEGINS), { water: 0 }),
      );
  return all;
}

export async function beds(): Promise<Record<string, Measured>> {
  const all: Record<string, Measured> = {};
  for (const [rush, roar] of [
    [0, 0],
    [0.3, 0.3],
    [0.6, 0.3],
    [1, 0.3],
    [0.6, 1],
    [1, 1],
  ] as const)
    all[`rush ${rush} roar ${roar}`] = measure(
      await render(6, (speaker) => speaker.follow({ rush, roar, falls: null }, 0, 0)),
    );
  return all;
}

Object.assign(globalThis, { sounds, themes, beds });
