import type { Cue, Surroundings, Voice } from '../boards/ui';
import type { Bench } from './bench';
import { gainOf, type Kind, KINDS, type Levels, placed, varied } from './mix';
import { perform } from './music';
import { brown, valley, white } from './noise';
import { SOUNDS } from './sounds';
import { Water } from './water';

/** Seconds in which the sound comes and goes. */
export const FADE = 0.25;
/** All else is so much quieter while somebody speaks. */
const DUCKED = 0.22;
/** The river is so much quieter while a theme is played, or somebody is called. */
const AWAY = 0.5;
/** Seconds in which a call is heard. */
const CALL = 0.5;
/** How much of each kind comes back from the walls of the valley. */
const ECHO: Readonly<Record<Kind, number>> = { water: 0, events: 0.2, pieces: 0.3, calls: 0.4, music: 0.5 };
/** Nothing gets louder than this, so that nothing is cut off; below the knee nothing changes. */
const LOUDEST = 0.86;
const KNEE = 0.6;

/** Bend what is too loud. */
function bend(sample: number): number {
  const size = Math.abs(sample);
  const room = LOUDEST - KNEE;
  return size <= KNEE ? sample : Math.sign(sample) * (KNEE + room * Math.tanh((size - KNEE) / room));
}

const BENT = Float32Array.from({ length: 4097 }, (_, i) => bend(i / 1024 - 2));

/** Makes all sound in a context, be it heard or be it written down. */
export class Speaker {
  readonly #context: BaseAudioContext;
  readonly #random: () => number;
  readonly #hiss: AudioBuffer;
  readonly #rumble: AudioBuffer;
  readonly #volume: GainNode;
  readonly #duck: GainNode;
  readonly #bed: GainNode;
  readonly #kinds: Readonly<Record<Kind, GainNode>>;
  readonly #water: Water;
  /** Through these goes all that has begun and will end. */
  #stage: Readonly<Record<Kind, GainNode>>;
  #theme: GainNode | null = null;
  #ducked = 0;
  #away = 0;

  constructor(context: BaseAudioContext, random: () => number = Math.random) {
    this.#context = context;
    this.#random = random;
    this.#hiss = white(context);
    this.#rumble = brown(context);
    this.#volume = new GainNode(context, { gain: 0 });
    this.#duck = new GainNode(context);
    const mixed = new GainNode(context);
    // Many things at once, thunder over the falls say, get not much louder than the loudest of them.
    const even = new DynamicsCompressorNode(context, { threshold: -16, knee: 12, ratio: 5, attack: 0.004 });
    // The curve reaches from −2 to 2, what it is given from −1 to 1. The compressor makes up for what it takes.
    const half = new GainNode(context, { gain: 0.3 });
    const limit = new WaveShaperNode(context, { curve: BENT });
    mixed.connect(even).connect(half).connect(limit).connect(this.#duck).connect(this.#volume);
    this.#volume.connect(context.destination);
    this.#kinds = this.#perKind(() => mixed);
    const walls = new ConvolverNode(context, { buffer: valley(context) });
    walls.connect(mixed);
    for (const kind of KINDS)
      if (ECHO[kind] > 0) this.#kinds[kind].connect(new GainNode(context, { gain: ECHO[kind] })).connect(walls);
    this.#bed = new GainNode(context);
    this.#bed.connect(this.#kinds.water);
    this.#stage = this.#gather();
    this.#water = new Water(context, this.#bed, this.#hiss, this.#rumble);
  }

  /** Set the volume, from 0 to 1. */
  set volume(volume: number) {
    this.#fade(this.#volume, volume);
  }

  set levels(levels: Levels) {
    for (const kind of KINDS) this.#fade(this.#kinds[kind], gainOf(levels[kind]));
  }

  /** Let the water sound as the river does there, with the falls so far to the right (−1 to 1). */
  follow(surroundings: Surroundings, falls: number, at = this.#context.currentTime): void {
    this.#water.follow(surroundings, placed(falls, 0).pan, at);
  }

  /** Make a sound, so far to the right (−1 to 1). */
  play(cue: Pick<Cue, 'sound' | 'far' | 'step' | 'times' | 'after'>, right = 0, at = this.#context.currentTime): void {
    if (!cue.sound) return;
    const { kind, tuned = false, make } = SOUNDS[cue.sound];
    const { pan, gain, cutoff } = placed(right, cue.far ?? 0);
    const { gain: louder, ...variation } = varied(this.#random, tuned);
    const out = new GainNode(this.#context, { gain: gain * louder });
    const air = new BiquadFilterNode(this.#context, { type: 'lowpass', frequency: cutoff, Q: 0 });
    out.connect(air).connect(new StereoPannerNode(this.#context, { pan })).connect(this.#stage[kind]);
    if (kind === 'calls') this.#recede(CALL, at);
    make(this.#bench(out, at, { ...variation, pitch: variation.pitch * 2 ** ((cue.step ?? 0) / 12) }), cue);
  }

  /** Play a theme; one that is being played gives way. */
  perform(voices: readonly Voice[], at = this.#context.currentTime): void {
    this.#theme?.gain.setTargetAtTime(0, at, FADE / 3);
    this.#theme = new GainNode(this.#context);
    this.#theme.connect(this.#stage.music);
    this.#recede(Math.max(...voices.flatMap(({ notes }) => notes.map(([from, , long]) => from + long))), at);
    perform(this.#bench(this.#theme, at, { pitch: 1, time: 1, colour: 1 }), voices);
  }

  /** Be quiet for some seconds, while somebody speaks. */
  duck(seconds: number, at = this.#context.currentTime): void {
    this.#ducked = Math.max(this.#ducked, at + seconds);
    const { gain } = this.#duck;
    gain.cancelScheduledValues(at);
    gain.setTargetAtTime(DUCKED, at, 0.05);
    gain.setTargetAtTime(1, this.#ducked, FADE);
  }

  /** Let the river be quieter for some seconds. */
  #recede(seconds: number, at: number): void {
    this.#away = Math.max(this.#away, at + seconds);
    const { gain } = this.#bed;
    gain.cancelScheduledValues(at);
    gain.setTargetAtTime(AWAY, at, 0.12);
    gain.setTargetAtTime(1, this.#away, 0.5);
  }

  /** Break off all that has begun, but for the water. */
  hush(): void {
    for (const kind of KINDS) this.#stage[kind].disconnect();
    this.#stage = this.#gather();
    this.#theme = null;
  }

  #bench(out: AudioNode, at: number, variation: Pick<Bench, 'pitch' | 'time' | 'colour'>): Bench {
    const [context, hiss, rumble, random] = [this.#context, this.#hiss, this.#rumble, this.#random];
    return { context, out, hiss, rumble, random, at, ...variation };
  }

  #perKind(out: (kind: Kind) => AudioNode): Record<Kind, GainNode> {
    const made = KINDS.map((kind) => {
      const gain = new GainNode(this.#context);
      gain.connect(out(kind));
      return [kind, gain];
    });
    return Object.fromEntries(made) as Record<Kind, GainNode>;
  }

  #gather(): Record<Kind, GainNode> {
    return this.#perKind((kind) => this.#kinds[kind]);
  }

  #fade(node: GainNode, value: number): void {
    node.gain.setTargetAtTime(value, this.#context.currentTime, FADE / 3);
  }
}
