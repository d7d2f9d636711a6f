/** Noise to cut sounds from: the same each time, so that what was tuned once stays so. */

/** Give numbers from 0 to 1 that look random (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function fill(context: BaseAudioContext, seconds: number, next: () => number): AudioBuffer {
  const buffer = context.createBuffer(1, Math.round(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = next();
  return buffer;
}

/** Two seconds of hiss, all pitches alike. */
export function white(context: BaseAudioContext): AudioBuffer {
  const next = random(1);
  return fill(context, 2, () => 2 * next() - 1);
}

/** How a valley answers: what comes back from its walls, other on each side, ever fainter and duller. */
export function valley(context: BaseAudioContext): AudioBuffer {
  const next = random(3);
  const { sampleRate } = context;
  const buffer = context.createBuffer(2, Math.round(sampleRate * 1.3), sampleRate);
  for (const side of [0, 1]) {
    const samples = buffer.getChannelData(side);
    let dull = 0;
    // The nearest wall is so far away that what happens is heard first.
    for (let i = Math.round(sampleRate * 0.018); i < samples.length; i++) {
      const late = i / samples.length;
      dull += (2 * next() - 1 - dull) * (0.75 - 0.6 * late);
      samples[i] = dull * Math.exp(-5.5 * late);
    }
  }
  return buffer;
}

/** Five seconds of rumble, deeper pitches louder; its ends meet, so that it can be looped. */
export function brown(context: BaseAudioContext): AudioBuffer {
  const next = random(2);
  let level = 0;
  const buffer = fill(context, 5, () => {
    level = 0.985 * level + 0.12 * (2 * next() - 1);
    return level;
  });
  const samples = buffer.getChannelData(0);
  const step = (samples[samples.length - 1] ?? 0) - (samples[0] ?? 0);
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  samples.forEach((sample, i) => (samples[i] = sample - mean - step * (i / samples.length - 0.5)));
  return buffer;
}
