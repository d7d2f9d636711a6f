import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { prefer, prefs } from '../src/lib/prefs.svelte';
import { gainOf, placed, speaking, varied } from '../src/sound/mix';
import { random } from '../src/sound/noise';
import { announced, isVirtual, Reader } from '../src/sound/reader';
import { answer, asking, mute, preset, setLevel, volumes } from '../src/sound/volumes.svelte';

const KEY = 'eddyline.sound';

function changedElsewhere(saved: object): void {
  localStorage.setItem(KEY, JSON.stringify(saved));
  dispatchEvent(Object.assign(new Event('storage'), { key: KEY }));
}
function acted(hasBeenActive: boolean): void {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive }, configurable: true });
}

beforeEach(() => {
  prefer({ sound: 'off' });
  changedElsewhere({});
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'userActivation');
  prefer({ sound: 'off' });
});

describe('how things are heard', () => {
  it('comes from the side on which it happens, never from one ear only', () => {
    expect(placed(-1, 0).pan).toBe(-placed(1, 0).pan);
    expect(placed(0, 0).pan).toBe(0);
    expect(placed(0.5, 0).pan).toBeGreaterThan(0.3);
    // What lies outside the window is still not farther than its edge.
    expect(placed(7, 0).pan).toBe(placed(1, 0).pan);
    expect(placed(1, 0).pan).toBeLessThan(0.95);
  });

  it('gets quieter and duller with every step away', () => {
    const steps = [0, 0.25, 0.5, 0.75, 1].map((far) => placed(0, far));
    for (const [i, { gain, cutoff }] of steps.entries()) {
      const nearer = steps[i - 1];
      if (!nearer) continue;
      expect(gain).toBeLessThan(nearer.gain);
      expect(cutoff).toBeLessThan(nearer.cutoff);
    }
    expect(placed(0, 0).gain).toBe(1);
    // It is still heard, and no more than that.
    expect(placed(0, 1).gain).toBeGreaterThan(0.3);
    expect(placed(0, 4)).toEqual(placed(0, 1));
  });

  it('never sounds twice the same, and alike each time', () => {
    const next = random(3);
    const many = Array.from({ length: 200 }, () => varied(next, false));
    expect(new Set(many.map(({ pitch }) => pitch)).size).toBe(200);
    for (const { pitch, time, colour, gain } of many)
      for (const factor of [pitch, time, colour, gain]) expect(Math.abs(Math.log2(factor))).toBeLessThan(0.25);
    // What has a pitch that one knows stays in tune: a sixth of a semitone.
    const tuned = Array.from({ length: 200 }, () => varied(next, true));
    for (const { pitch } of tuned) expect(Math.abs(12 * Math.log2(pitch))).toBeLessThan(0.17);
    expect(varied(random(5), false)).toEqual(varied(random(5), false));
  });

  it('turns volumes into loudness', () => {
    expect(gainOf(0)).toBe(0);
    expect(gainOf(1)).toBe(1);
    expect(gainOf(0.5)).toBeLessThan(0.5);
    expect(gainOf(3)).toBe(1);
  });

  it('is quiet for as long as somebody speaks', () => {
    const [short, long] = ['Your turn.', 'The river takes canoe 1 of Ann over the falls, with a ruby.'].map(speaking);
    expect(short).toBeGreaterThan(1);
    expect(long).toBeGreaterThan(3);
    expect(speaking('a'.repeat(5000))).toBeLessThan(15);
  });

  it('tells a press by a screen reader from one by a hand', () => {
    const press = { width: 1, height: 1, pressure: 0.5, detail: 0, pointerType: 'mouse' } as PointerEvent;
    expect(isVirtual(press)).toBe(false);
    expect(isVirtual({ ...press, pressure: 0 })).toBe(true);
    expect(isVirtual({ ...press, width: 24, height: 22, pointerType: 'touch' })).toBe(false);
    expect(isVirtual({ ...press, width: 0, height: 0, pressure: 0, pointerType: 'touch' })).toBe(true);
  });
});

describe('what somebody wants to hear', () => {
  it('is asked until it is answered, and never again', () => {
    acted(false);
    expect(asking()).toBe(true);
    preset();
    expect(prefs.sound).toBe('off');
    expect(asking()).toBe(true);
    answer('off');
    expect(asking()).toBe(false);
  });

  it('is heard softly by who has acted, once the question is there and not before', () => {
    acted(true);
    expect(asking()).toBe(true);
    expect(prefs.sound).toBe('off');
    preset();
    expect(prefs.sound).toBe('soft');
  });

  it('is not turned on for who has answered', () => {
    acted(true);
    answer('off');
    preset();
    expect(prefs.sound).toBe('off');
  });

  it('is not asked of who has chosen before', () => {
    prefer({ sound: 'full' });
    expect(asking()).toBe(false);
    expect(prefs.sound).toBe('full');
  });

  it('comes back as it was with the key that has switched it off', () => {
    answer('full');
    mute();
    expect(prefs.sound).toBe('off');
    mute();
    expect(prefs.sound).toBe('full');
    // Who has never chosen hears it softly at first.
    changedElsewhere({});
    prefer({ sound: 'off' });
    mute();
    expect(prefs.sound).toBe('soft');
  });

  it('keeps a volume for each kind of sound', () => {
    setLevel('water', 0.2);
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject({ water: 0.2, calls: 1 });
    changedElsewhere({ music: 0.4, water: 'loud', calls: 9, asked: true });
    expect(volumes).toMatchObject({ music: 0.4, water: 1, calls: 1, asked: true });
  });
});

describe('what a screen reader says', () => {
  /** An element of a page: in a live region, or in none. */
  class Node {
    readonly textContent: string;
    readonly parentElement = null;
    readonly #region: boolean;
    constructor(textContent: string, region: boolean) {
      this.textContent = textContent;
      this.#region = region;
    }
    closest(): Node | null {
      return this.#region ? this : null;
    }
  }
  let change: (nodes: readonly Node[]) => void = () => undefined;
  let watched = false;
  class Observer {
    constructor(told: (records: { target: Node }[]) => void) {
      change = (nodes) => told(nodes.map((target) => ({ target })));
    }
    observe(): void {
      watched = true;
    }
    disconnect(): void {
      watched = false;
    }
  }

  beforeEach(() => {
    vi.stubGlobal('MutationObserver', Observer);
    vi.stubGlobal('Element', Node);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is heard from the regions that it reads, once for each change', () => {
    const said: string[] = [];
    const stop = announced((text) => said.push(text));
    expect(watched).toBe(true);
    const region = new Node(' The river flows. ', true);
    change([region, new Node('a clock', false), region]);
    change([new Node('', true)]);
    expect(said).toEqual(['The river flows.']);
    stop();
    expect(watched).toBe(false);
  });

  it('is not heard by who moves a mouse or touches the screen', () => {
    const reader = new Reader();
    const press = (pressure: number) =>
      document.dispatchEvent(
        Object.assign(new Event('pointerdown'), { width: 1, height: 1, pressure, detail: 0, pointerType: 'mouse' }),
      );
    expect(reader.plausible).toBe(true);
    press(0.5);
    expect(reader.plausible).toBe(false);
    press(0);
    expect(reader.plausible).toBe(true);
    press(0.5);
    document.dispatchEvent(new Event('keydown'));
    expect(reader.plausible).toBe(true);
    reader.close();
    press(0.5);
    expect(reader.plausible).toBe(true);
  });
});
