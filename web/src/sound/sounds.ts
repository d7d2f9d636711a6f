/** The sounds of what happens, made from noise and pure tones. */
import type { Cue, SoundName } from '../boards/ui';
import { type Bench, bar, noise, ring, tone } from './bench';
import type { Kind } from './mix';

type How = Pick<Cue, 'times' | 'after'>;

interface Sound {
  readonly kind: Kind;
  /** It has a pitch that people know again. */
  readonly tuned?: boolean;
  readonly make: (bench: Bench, how: How) => void;
}

/** Between two strokes of a paddle, in seconds. */
const STROKE = 0.3;

function stroke(bench: Bench, at = 0, peak = 0.36): void {
  noise(bench, { pitch: [420, 1500, 700], q: 0.9, at, peak, attack: 0.09, decay: 0.2 });
  tone(bench, { pitch: 980, to: 640, at: at + 0.24, peak: peak * 0.16, decay: 0.07 });
}

function flick(bench: Bench, at = 0): void {
  noise(bench, { type: 'highpass', pitch: [2600, 4200], at, peak: 0.13, attack: 0.014, decay: 0.09 });
  tone(bench, { pitch: 170, to: 90, at: at + 0.03, peak: 0.2, decay: 0.1 });
}

function splash(bench: Bench, at = 0, peak = 0.5): void {
  noise(bench, { pitch: [1500, 600, 320], q: 0.6, at, peak: peak * 0.5, attack: 0.015, decay: 1.1 });
  noise(bench, { type: 'highpass', pitch: [3000, 5200], at: at + 0.04, peak: peak * 0.09, attack: 0.05, decay: 0.7 });
  tone(bench, { pitch: 95, to: 42, at, peak: peak * 0.9, decay: 0.32 });
}

/** How each sound is made. */
export const SOUNDS: Readonly<Record<SoundName, Sound>> = {
  paddle: {
    kind: 'pieces',
    make: (bench, { times = 1 }) => {
      for (let i = 0; i < times; i++) stroke(bench, i * STROKE * (0.94 + 0.12 * bench.random()), 0.36 - 0.03 * i);
    },
  },
  push: {
    kind: 'events',
    make: (bench) => noise(bench, { pitch: [240, 620, 300], q: 0.7, peak: 0.4, attack: 0.12, decay: 0.22 }),
  },
  rapids: {
    kind: 'events',
    make: (bench) => {
      noise(bench, { pitch: [300, 900, 500, 800, 350], q: 0.6, peak: 0.34, attack: 0.2, decay: 0.75 });
      noise(bench, { type: 'highpass', pitch: [2600, 4400, 3000], peak: 0.03, attack: 0.3, decay: 0.6 });
      [0.2, 0.45, 0.62].forEach((at) =>
        tone(bench, { pitch: 150 + 90 * bench.random(), to: 70, at, peak: 0.16, decay: 0.1 }),
      );
    },
  },
  plunge: {
    kind: 'events',
    make: (bench, { after = 0.55 }) => {
      const time = after / bench.time;
      noise(bench, { pitch: [700, 2400, 500], q: 0.5, peak: 0.12, attack: time * 0.8, decay: time * 0.35 });
      splash(bench, time);
    },
  },
  splash: { kind: 'events', make: (bench) => splash(bench, 0, 0.3) },
  card: { kind: 'pieces', make: (bench) => flick(bench) },
  cards: { kind: 'pieces', make: (bench) => [0, 0.07, 0.13].forEach((at) => flick(bench, at)) },
  trick: {
    kind: 'pieces',
    make: (bench) => {
      noise(bench, { pitch: [900, 2600, 1400], q: 0.8, at: 0.05, peak: 0.16, attack: 0.14, decay: 0.14 });
      [0, 0.06].forEach((at) => flick(bench, 0.3 + at));
      bar(bench, 294, 0.36, 0.1);
    },
  },
  gem: { kind: 'pieces', tuned: true, make: (bench) => ring(bench, 1320, 0, 0.17) },
  unload: {
    kind: 'pieces',
    tuned: true,
    make: (bench) => {
      ring(bench, 990, 0.05, 0.1);
      bar(bench, 196, 0, 0.17);
    },
  },
  banked: {
    kind: 'pieces',
    tuned: true,
    make: (bench) => [1320, 1580, 1980].forEach((pitch, i) => ring(bench, pitch, i * 0.09, 0.11)),
  },
  goal: {
    kind: 'events',
    tuned: true,
    make: (bench) => {
      [196, 293.7, 392, 587.3].forEach((pitch, i) => bar(bench, pitch, i * 0.09, 0.15));
      [1175, 1568, 1976].forEach((pitch, i) => ring(bench, pitch, 0.3 + i * 0.06, 0.055));
    },
  },
  stolen: {
    kind: 'events',
    tuned: true,
    make: (bench) => {
      ring(bench, 1180, 0, 0.12);
      ring(bench, 880, 0.13, 0.12);
      tone(bench, { pitch: 330, to: 208, at: 0.1, peak: 0.11, decay: 0.35, wave: 'triangle' });
    },
  },
  thunder: {
    kind: 'events',
    make: (bench) => {
      noise(bench, { type: 'lowpass', pitch: [420, 90], deep: true, peak: 0.95, attack: 0.04, decay: 0.5 });
      const roll = { type: 'lowpass', pitch: [160, 60], deep: true, rate: 0.7, attack: 0.3, decay: 1.9 } as const;
      noise(bench, { ...roll, at: 0.25, peak: 1 });
      // What a phone's speaker can tell of it: how it cracks, and how that rolls away.
      noise(bench, { pitch: [1500, 700, 350], q: 0.5, peak: 0.13, attack: 0.012, decay: 0.7 });
      noise(bench, { pitch: [520, 700, 300], q: 0.6, at: 0.3, peak: 0.09, attack: 0.35, decay: 1.7 });
    },
  },
  wind: {
    kind: 'events',
    make: (bench) => noise(bench, { pitch: [320, 760, 420], q: 2.2, peak: 0.26, attack: 0.5, decay: 0.8 }),
  },
  knock: {
    kind: 'pieces',
    make: (bench) => {
      bar(bench, 294, 0, 0.2);
      bar(bench, 294, 0.14, 0.15);
    },
  },
  met: {
    kind: 'pieces',
    tuned: true,
    make: (bench) => [440, 554.4, 659.3].forEach((pitch, i) => bar(bench, pitch, i * 0.1, 0.16)),
  },
  missed: {
    kind: 'pieces',
    tuned: true,
    make: (bench) => [311.1, 277.2].forEach((pitch, i) => bar(bench, pitch, i * 0.18, 0.19)),
  },
  arrival: {
    kind: 'events',
    tuned: true,
    make: (bench) => {
      noise(bench, { pitch: [500, 900, 400], q: 0.7, peak: 0.2, attack: 0.12, decay: 0.3 });
      bar(bench, 146.8, 0.3, 0.2);
      [587.3, 880].forEach((pitch, i) => ring(bench, pitch, 0.42 + i * 0.14, 0.08));
    },
  },
  turn: {
    kind: 'calls',
    tuned: true,
    make: (bench) => {
      bar(bench, 392, 0, 0.26);
      bar(bench, 587.3, 0.16, 0.26);
    },
  },
};
