/** What sounds are made with: noise that is cut, and pure tones. */

/** Where one sound is made. */
export interface Bench {
  readonly context: BaseAudioContext;
  readonly out: AudioNode;
  readonly hiss: AudioBuffer;
  readonly rumble: AudioBuffer;
  /** When it begins, in the context's time. */
  readonly at: number;
  /** By how much this time differs from others: factors of pitch, of time, and of how bright it is. */
  readonly pitch: number;
  readonly time: number;
  readonly colour: number;
  /** Gives numbers from 0 to 1. */
  readonly random: () => number;
}

/** Loudness over time: reaches `peak` after `attack` seconds, is held, and is gone after `decay` more. */
interface Swell {
  readonly at?: number;
  readonly peak: number;
  readonly attack?: number;
  readonly hold?: number;
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
  /** A filter closes over it: from so many times its pitch to so many. */
  readonly bright?: readonly [from: number, to: number];
  /** It trembles by so many cents. */
  readonly vibrato?: number;
}

function swell(bench: Bench, { at = 0, peak, attack = 0.006, hold = 0, decay }: Swell): [GainNode, number, number] {
  const start = bench.at + at * bench.time;
  const full = start + attack * bench.time;
  const end = full + (hold + decay) * bench.time;
  const gain = new GainNode(bench.context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(peak, full);
  if (hold) gain.gain.linearRampToValueAtTime(peak * 0.8, full + hold * bench.time);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(bench.out);
  return [gain, start, end];
}

/** What a filter leaves of hiss is faint, of rumble most of it: brings both to the loudness of a tone. */
const LIFT = { hiss: 3.6, rumble: 0.65 };

/** Keep a pitch, in Hz, to what a context can sound: a browser warns of each above half the rate of its samples. */
const audible = ({ sampleRate }: BaseAudioContext, pitch: number): number => Math.min(pitch, sampleRate / 2);

/** Cut a piece of noise. */
export function noise(bench: Bench, cut: Cut): void {
  const { context, colour, random } = bench;
  const [gain, start, end] = swell(bench, { ...cut, peak: cut.peak * (cut.deep ? LIFT.rumble : LIFT.hiss) });
  const source = new AudioBufferSourceNode(context, {
    buffer: cut.deep ? bench.rumble : bench.hiss,
    playbackRate: cut.rate ?? 1,
    loop: true,
  });
  const filter = new BiquadFilterNode(context, { type: cut.type ?? 'bandpass', Q: cut.q ?? 1 });
  const steps = cut.pitch.length - 1;
  cut.pitch.forEach((pitch, i) => {
    const passed = audible(context, pitch * bench.pitch * colour);
    if (i === 0) filter.frequency.setValueAtTime(passed, start);
    else filter.frequency.exponentialRampToValueAtTime(passed, start + ((end - start) * i) / steps);
  });
  source.connect(filter).connect(gain);
  // Never twice the same splash.
  source.start(start, random() * 1.5);
  source.stop(end);
}

export function tone(bench: Bench, { pitch, to, wave = 'sine', bright, vibrato, ...shape }: Tone): void {
  const { context, colour } = bench;
  const [gain, start, end] = swell(bench, shape);
  const tuned = audible(context, pitch * bench.pitch);
  const source = new OscillatorNode(context, { type: wave, frequency: tuned });
  if (to !== undefined) {
    source.frequency.setValueAtTime(tuned, start);
    source.frequency.exponentialRampToValueAtTime(audible(context, to * bench.pitch), end);
  }
  if (vibrato) {
    const tremble = new OscillatorNode(context, { frequency: 5.1 });
    const depth = new GainNode(context, { gain: 0 });
    // A breath begins straight.
    depth.gain.setValueAtTime(0, start);
    depth.gain.linearRampToValueAtTime(vibrato, start + 0.4);
    tremble.connect(depth).connect(source.detune);
    tremble.start(start);
    tremble.stop(end);
  }
  if (bright) {
    const filter = new BiquadFilterNode(context, { type: 'lowpass', Q: 0.4 });
    filter.frequency.setValueAtTime(audible(context, tuned * bright[0] * colour), start);
    filter.frequency.exponentialRampToValueAtTime(audible(context, tuned * bright[1] * colour), end);
    source.connect(filter).connect(gain);
  } else source.connect(gain);
  source.start(start);
  source.stop(end);
}

/** Strike a bar of wood: the note, and its overtone two octaves up, which is gone at once. */
export function bar(bench: Bench, pitch: number, at = 0, peak = 0.22): void {
  tone(bench, { pitch, at, peak, decay: 0.9 });
  // Deep bars are known by it where a small speaker leaves out the note itself.
  const over = pitch < 350 ? { peak: peak * 0.5, decay: 0.3 } : { peak: peak * 0.35, decay: 0.12 };
  tone(bench, { pitch: pitch * 3.98, at, peak: over.peak * bench.colour, decay: over.decay });
  noise(bench, { pitch: [1800, 900], at, peak: peak * 0.25, decay: 0.03 });
}

/** Ring a stone: partials that do not fit together, as in glass. */
export function ring(bench: Bench, pitch: number, at = 0, peak = 0.1): void {
  [1, 2.31, 3.74, 5.12].forEach((partial, i) => {
    const loud = (peak / (1 + i * 0.8)) * bench.colour ** i;
    tone(bench, { pitch: pitch * partial, at, peak: loud, decay: 1.1 / (1 + i * 0.7) });
  });
}
