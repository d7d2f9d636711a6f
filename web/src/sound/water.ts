import type { Surroundings } from '../boards/ui';

/** Seconds in which the water follows the weather. */
const FOLLOWS = 1.2;

/** Runs water through a context until it is closed. */
export class Water {
  readonly #context: BaseAudioContext;
  readonly #body: GainNode;
  readonly #babble: GainNode;
  readonly #bright: BiquadFilterNode;
  readonly #roar: GainNode;
  readonly #brink: BiquadFilterNode;
  readonly #spray: GainNode;
  readonly #falls: StereoPannerNode;

  constructor(context: BaseAudioContext, out: AudioNode, hiss: AudioBuffer, rumble: AudioBuffer) {
    this.#context = context;
    this.#body = context.createGain();
    this.#babble = context.createGain();
    this.#roar = context.createGain();
    this.#falls = context.createStereoPanner();
    this.#bright = new BiquadFilterNode(context, { type: 'bandpass', frequency: 1300, Q: 0.7 });
    this.#brink = new BiquadFilterNode(context, { type: 'lowpass', frequency: 150 });
    const low = new BiquadFilterNode(context, { type: 'lowpass', frequency: 420 });
    this.#loop(rumble, 1).connect(low).connect(this.#body).connect(out);
    this.#loop(rumble, 0.53).connect(this.#brink).connect(this.#roar).connect(this.#falls).connect(out);
    // The deep roar is not all of the falls: a phone's speaker has only what hisses in them.
    const veil = new BiquadFilterNode(context, { type: 'bandpass', frequency: 720, Q: 0.5 });
    this.#spray = context.createGain();
    const hissing = this.#loop(hiss, 0.83);
    hissing.connect(veil).connect(this.#spray).connect(this.#falls);
    hissing.connect(this.#bright).connect(this.#ripple()).connect(this.#babble).connect(out);
    for (const gain of [this.#body, this.#babble, this.#roar, this.#spray]) gain.gain.value = 0;
  }

  /** Sound as the river does there, from a moment on; the falls are so far to the right. */
  follow({ rush, roar }: Surroundings, falls: number, at: number): void {
    const set = (param: AudioParam, value: number): void => void param.setTargetAtTime(value, at, FOLLOWS / 3);
    set(this.#body.gain, 0.03 + 0.05 * rush);
    set(this.#babble.gain, 0.025 + 0.045 * rush);
    set(this.#bright.frequency, 1000 + 1100 * rush);
    // From afar a rumble, at the lip all of it.
    set(this.#roar.gain, 0.16 * roar * roar);
    set(this.#spray.gain, 0.04 * roar ** 3);
    set(this.#brink.frequency, 110 + 500 * roar ** 3);
    set(this.#falls.pan, falls);
  }

  #loop(buffer: AudioBuffer, playbackRate: number): AudioBufferSourceNode {
    const source = new AudioBufferSourceNode(this.#context, { buffer, playbackRate, loop: true });
    source.start();
    return source;
  }

  /** Swell and ebb without a beat: three slow waves whose periods share no multiple that anybody would wait for. */
  #ripple(): GainNode {
    const gain = this.#context.createGain();
    gain.gain.value = 0.7;
    const waves = { 0.11: 0.14, 0.37: 0.1, 1.7: 0.08 };
    for (const [frequency, depth] of Object.entries(waves)) {
      const wave = new OscillatorNode(this.#context, { frequency: Number(frequency) });
      const amount = new GainNode(this.#context, { gain: depth });
      wave.connect(amount).connect(gain.gain);
      wave.start();
    }
    return gain;
  }
}
