/** The instruments on which themes are played. */
import type { Voice } from '../boards/ui';
import { bar, type Bench, noise, tone } from './bench';

type Instrument = (bench: Bench, pitch: number, at: number, seconds: number, peak: number) => void;

const INSTRUMENTS: Readonly<Record<Voice['on'], Instrument>> = {
  marimba: (bench, pitch, at, _, peak) => bar(bench, pitch, at, peak * 0.2),
  flute: (bench, pitch, at, hold, peak) => {
    const breath = { at, attack: 0.06, hold: Math.max(0, hold - 0.1), decay: 0.2 + 0.3 * hold };
    tone(bench, { ...breath, pitch, wave: 'triangle', peak: peak * 0.13, vibrato: 9 });
    tone(bench, { ...breath, pitch: pitch * 2, peak: peak * 0.025 });
    noise(bench, { ...breath, pitch: [pitch * 2, pitch * 2], q: 3, peak: peak * 0.02 });
  },
  strings: (bench, pitch, at, seconds, peak) => {
    tone(bench, { pitch, at, wave: 'sawtooth', bright: [9, 1.5], peak: peak * 0.19, decay: Math.max(0.7, seconds) });
    noise(bench, { pitch: [2400, 1200], at, peak: peak * 0.04, decay: 0.025 });
  },
  horn: (bench, pitch, at, hold, peak) => {
    const breath = { at, attack: 0.1, hold: Math.max(0, hold - 0.1), decay: 0.3 + 0.25 * hold };
    tone(bench, { ...breath, pitch, wave: 'sawtooth', bright: [3.5, 2.4], peak: peak * 0.12, vibrato: 5 });
    tone(bench, { ...breath, pitch: pitch / 2, peak: peak * 0.05 });
  },
};

/** Play some voices together. */
export function perform(bench: Bench, voices: readonly Voice[]): void {
  for (const { on, loud, notes } of voices)
    for (const [at, key, seconds] of notes) {
      // Nobody plays every note alike.
      const peak = loud * (0.9 + 0.2 * bench.random());
      INSTRUMENTS[on](bench, 440 * 2 ** ((key - 69) / 12), at, seconds, peak);
    }
}
