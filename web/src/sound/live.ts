import type { Cue, Voice } from '../boards/ui';
import { FADE, Speaker } from './speaker';

/**
 * The river is heard all the time: in pieces of so many seconds, and without what hardly anybody hears above 16 kHz, it
 * takes a third of the work.
 */
const FRUGAL = { latencyHint: 0.06, sampleRate: 32_000 };

/** The sound of this page. Browsers let nothing be heard before the first click or key, and nobody hears a hidden tab. */
export class Live {
  readonly #context = new AudioContext(FRUGAL);
  readonly speaker = new Speaker(this.#context);
  /** A theme to begin with, as soon as anything can be heard. */
  #welcome: readonly Voice[] | null = null;

  constructor() {
    for (const event of ['pointerdown', 'keydown']) document.addEventListener(event, this.#wake);
    document.addEventListener('visibilitychange', this.#turned);
    this.#context.addEventListener('statechange', this.#begun);
    this.#turned();
  }

  /** Make a sound some seconds from now, so far to the right (−1 to 1). */
  play(cue: Cue, right: number, after: number): void {
    if (this.#heard) this.speaker.play(cue, right, this.#context.currentTime + after);
  }

  perform(voices: readonly Voice[] | undefined): void {
    if (voices && this.#heard) this.speaker.perform(voices);
  }

  /** Play a theme now, or when somebody has let this page be heard. */
  welcome(voices: readonly Voice[] | undefined): void {
    this.#welcome = voices ?? null;
    this.#begun();
  }

  close(): void {
    for (const event of ['pointerdown', 'keydown']) document.removeEventListener(event, this.#wake);
    document.removeEventListener('visibilitychange', this.#turned);
    this.speaker.volume = 0;
    setTimeout(() => void this.#context.close(), FADE * 1000);
  }

  get #heard(): boolean {
    return this.#context.state === 'running' && !document.hidden;
  }

  #begun = (): void => {
    if (!this.#welcome || !this.#heard) return;
    this.speaker.perform(this.#welcome);
    this.#welcome = null;
  };

  #wake = (): void => {
    // Phones that take a call have a state of their own for it.
    if (this.#context.state !== 'running' && !document.hidden) void this.#context.resume().catch(() => undefined);
  };

  /** In a hidden tab time stands still, but nothing goes on later where it was broken off. */
  #turned = (): void => {
    if (!document.hidden) this.#wake();
    else {
      this.speaker.hush();
      void this.#context.suspend();
    }
  };
}
