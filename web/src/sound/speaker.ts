import type { SoundName, Surroundings } from '../boards/ui';
import { brown, white } from './noise';
import { SOUNDS, type Bench } from './sounds';
import { Water } from './water';

/** Seconds in which the sound comes and goes when it is switched on and off, or its tab is hidden. */
const FADE = 0.25;

/** Makes all sound of one page. Browsers let nothing be heard before the first click or key; until then it waits. */
export class Speaker {
  readonly #context = new AudioContext();
  readonly #bench: Bench;
  readonly #volume: GainNode;
  readonly #bed: GainNode;
  readonly #water: Water;

  constructor() {
    const context = this.#context;
    // Many things at once, thunder over the falls say, get no louder than the loudest of them.
    const out = new DynamicsCompressorNode(context, { threshold: -14, ratio: 6 });
    this.#volume = new GainNode(context, { gain: 0 });
    this.#bed = new GainNode(context, { gain: 0 });
    const hiss = white(context);
    const rumble = brown(context);
    this.#bench = { context, out, hiss, rumble };
    this.#water = new Water(context, this.#bed, hiss, rumble);
    this.#bed.connect(out).connect(this.#volume).connect(context.destination);
    for (const event of ['pointerdown', 'keydown']) document.addEventListener(event, this.#wake);
    document.addEventListener('visibilitychange', this.#hidden);
    this.#hidden();
  }

  /** Set the volume, from 0 to 1. */
  set volume(volume: number) {
    this.#fade(this.#volume, volume);
  }

  /** Let the water sound as the river does there. */
  follow(surroundings: Surroundings): void {
    this.#water.follow(surroundings);
  }

  /** Make a sound. */
  play(name: SoundName): void {
    if (this.#context.state === 'running') SOUNDS[name](this.#bench);
  }

  close(): void {
    for (const event of ['pointerdown', 'keydown']) document.removeEventListener(event, this.#wake);
    document.removeEventListener('visibilitychange', this.#hidden);
    this.#fade(this.#volume, 0);
    setTimeout(() => void this.#context.close(), FADE * 1000);
  }

  #fade(node: GainNode, value: number): void {
    node.gain.setTargetAtTime(value, this.#context.currentTime, FADE / 3);
  }

  #wake = (): void => {
    if (this.#context.state === 'suspended') void this.#context.resume();
  };

  /** A hidden tab has no water, but still says when it is somebody's turn. */
  #hidden = (): void => this.#fade(this.#bed, document.hidden ? 0 : 1);
}
