/** The sounds of what happens, made from noise and pure tones. */
import type { SoundName } from '../boards/ui';

/** Where a sound is made: everything it is made from. */
export interface Bench {
  readonly context: BaseAudioContext;
  readonly out: AudioNode;
  readonly hiss: AudioBuffer;
  readonly rumble: AudioBuffer;
}

/** Loudness over time: reaches `peak` after `attack` seconds, and is gone after `decay` more. */
interface Swell {
  readonly at?: number;
  readonly peak: number;
  readonly attack?: number;
  readonly decay: number;
}

interface Cut extends Swell {
  readonly type?: BiquadFilterType;
  /** Pitches in Hz that the filter passes on its way. */
  readonly pitch: readonly number[];
  readonly q?: number;
  readonly rate?: number;
  readonly deep?: boolean;
}

interface Tone extends Swell {
  readonly pitch: number;
  /** Pitch that it slides to. */
  readonly to?: number;
  readonly wave?: OscillatorType;
}

function swell({ context, out }: Bench, { at = 0, peak, attack = 0.006, decay }: Swell): [GainNode, number, number] {
  const start = context.currentTime + at;
  const end = start + attack + decay;
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(peak, start + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(out);
  return [gain, start, end];
}

/** What a filter leaves of hiss is faint, of rumble most of it: brings both to the loudness of a tone. */
const LIFT = { hiss: 3.6, rumble: 0.65 };

/** Cut a piece of noise. */
function noise(bench: Bench, cut: Cut): void {
  const peak = cut.peak * (cut.deep ? LIFT.rumble : LIFT.hiss);
  const [gain, start, end] = swell(bench, { ...cut, peak });
  const source = new AudioBufferSourceNode(bench.context, {
    buffer: cut.deep ? bench.rumble : bench.hiss,
    playbackRate: cut.rate ?? 1,
    loop: true,
  });
  const filter = new BiquadFilterNode(bench.context, { type: cut.type ?? 'bandpass', Q: cut.q ?? 1 });
  const steps = cut.pitch.length - 1;
  cut.pitch.forEach((pitch, i) => {
    if (i === 0) filter.frequency.setValueAtTime(pitch, start);
    else filter.frequency.exponentialRampToValueAtTime(pitch, start + ((end - start) * i) / steps);
  });
  source.connect(filter).connect(gain);
  // Never twice the same splash.
  source.start(start, Math.random() * 1.5);
  source.stop(end);
}

function tone(bench: Bench, { pitch, to, wave = 'sine', ...shape }: Tone): void {
  const [gain, start, end] = swell(bench, shape);
  const source = new OscillatorNode(bench.context, { type: wave, frequency: pitch });
  if (to !== undefined) {
    source.frequency.setValueAtTime(pitch, start);
    source.frequency.exponentialRampToValueAtTime(to, end);
  }
  source.connect(gain);
  source.start(start);
  source.stop(end);
}

/** Strike a bar of wood: the note, and its overtone two octaves up, which is gone at once. */
function bar(bench: Bench, pitch: number, at = 0, peak = 0.22): void {
  tone(bench, { pitch, at, peak, decay: 0.9 });
  tone(bench, { pitch: pitch * 3.98, at, peak: peak * 0.35, decay: 0.12 });
  noise(bench, { pitch: [1800, 900], at, peak: peak * 0.25, decay: 0.03 });
}

/** Ring a stone: partials that do not fit together, as in glass. */
function ring(bench: Bench, pitch: number, at = 0, peak = 0.1): void {
  [1, 2.31, 3.74, 5.12].forEach((partial, i) => {
    tone(bench, { pitch: pitch * partial, at, peak: peak / (1 + i * 0.8), decay: 1.1 / (1 + i * 0.7) });
  });
}

function flick(bench: Bench, at = 0): void {
  noise(bench, { type: 'highpass', pitch: [2600, 4200], at, peak: 0.1, attack: 0.012, decay: 0.06 });
  tone(bench, { pitch: 170, to: 90, at: at + 0.03, peak: 0.16, decay: 0.07 });
}

function splash(bench: Bench, at = 0, peak = 0.5): void {
  noise(bench, { pitch: [1500, 600, 320], q: 0.6, at, peak: peak * 0.5, attack: 0.015, decay: 1.1 });
  noise(bench, { type: 'highpass', pitch: [3000, 5200], at: at + 0.04, peak: peak * 0.09, attack: 0.05, decay: 0.7 });
  tone(bench, { pitch: 95, to: 42, at, peak: peak * 0.9, decay: 0.32 });
}

/** How each sound is made. */
export const SOUNDS: Readonly<Record<SoundName, (bench: Bench) => void>> = {
  paddle: (bench) => {
    noise(bench, { pitch: [420, 1500, 700], q: 0.9, peak: 0.3, attack: 0.09, decay: 0.2 });
    tone(bench, { pitch: 980, to: 640, at: 0.26, peak: 0.05, decay: 0.07 });
  },
  push: (bench) => noise(bench, { pitch: [240, 620, 300], q: 0.7, peak: 0.4, attack: 0.12, decay: 0.22 }),
  plunge: (bench) => {
    noise(bench, { pitch: [2400, 500], q: 0.5, peak: 0.12, attack: 0.45, decay: 0.2 });
    splash(bench, 0.55);
  },
  splash: (bench) => splash(bench, 0, 0.3),
  card: (bench) => flick(bench),
  cards: (bench) => [0, 0.07, 0.13].forEach((at) => flick(bench, at)),
  gem: (bench) => ring(bench, 1320, 0, 0.17),
  unload: (bench) => {
    ring(bench, 990, 0.05, 0.08);
    bar(bench, 196, 0, 0.14);
  },
  banked: (bench) => [1320, 1580, 1980].forEach((pitch, i) => ring(bench, pitch, i * 0.09, 0.08)),
  stolen: (bench) => {
    ring(bench, 1180, 0, 0.09);
    ring(bench, 880, 0.13, 0.09);
    tone(bench, { pitch: 330, to: 208, at: 0.1, peak: 0.08, decay: 0.35, wave: 'triangle' });
  },
  thunder: (bench) => {
    noise(bench, { type: 'lowpass', pitch: [420, 90], deep: true, peak: 1.1, attack: 0.04, decay: 0.5 });
    noise(bench, {
      type: 'lowpass',
      pitch: [160, 60],
      deep: true,
      rate: 0.7,
      at: 0.25,
      peak: 1.2,
      attack: 0.3,
      decay: 1.9,
    });
  },
  wind: (bench) => noise(bench, { pitch: [320, 760, 420], q: 2.2, peak: 0.16, attack: 0.5, decay: 0.8 }),
  knock: (bench) => {
    bar(bench, 220, 0, 0.16);
    bar(bench, 220, 0.14, 0.12);
  },
  turn: (bench) => {
    bar(bench, 392);
    bar(bench, 587.3, 0.16);
  },
  won: (bench) => [392, 493.9, 587.3, 784].forEach((pitch, i) => bar(bench, pitch, i * 0.15, 0.2)),
  over: (bench) => [587.3, 440, 392].forEach((pitch, i) => bar(bench, pitch, i * 0.2, 0.16)),
};
