/** Renders sounds in a browser, offline: bundled for `tests/e2e/test_sound.py`, which reads what it measures. */
import { hearing as canyon } from '../src/boards/canyon/hearing';
import { hearing as niagara } from '../src/boards/niagara/hearing';
import { UNIT } from '../src/boards/canyon/chart';
import { PLANS } from '../src/boards/niagara/layouts';
import type { Cue, Hearing, Listening, SoundName, ThemeName, Voice } from '../src/boards/ui';
import type { CanyonView, Event, View } from '../src/protocol';
import { placed } from '../src/sound/mix';
import { random } from '../src/sound/noise';
import { SOUNDS } from '../src/sound/sounds';
import { Speaker } from '../src/sound/speaker';

const HEARING: Record<string, Hearing> = {
  niagara: niagara as unknown as Hearing,
  canyon: canyon as unknown as Hearing,
};
const RATE = 32_000;
/** The volume has come up, and the compressor is at rest. */
const BEGINS = 0.5;

const dB = (value: number): number => Math.round(200 * Math.log10(Math.max(1e-6, value))) / 10;
const LEVELS = { water: 1, events: 1, pieces: 1, calls: 1, music: 1 };

interface Rendered {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Render what a speaker is told, at full volume. */
async function render(
  seconds: number,
  tell: (speaker: Speaker) => void,
  levels: Partial<typeof LEVELS> = {},
): Promise<Rendered> {
  const context = new OfflineAudioContext(2, Math.ceil(seconds * RATE), RATE);
  const speaker = new Speaker(context, random(7));
  speaker.volume = 1;
  speaker.levels = { ...LEVELS, ...levels };
  tell(speaker);
  const buffer = await context.startRendering();
  return { left: buffer.getChannelData(0), right: buffer.getChannelData(1) };
}

/** Measure the power of a stretch of one side. */
function power(samples: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += (samples[i] ?? 0) ** 2;
  return sum / (to - from);
}

function peak({ left, right }: Rendered): number {
  let most = 0;
  for (const side of [left, right]) for (const sample of side) most = Math.max(most, Math.abs(sample));
  return most;
}

/** Find where half of what is heard is higher, in Hz, by counting how often the wave crosses zero. */
function crossings(samples: Float32Array, from: number, to: number): number {
  let count = 0;
  for (let i = from + 1; i < to; i++) if ((samples[i] ?? 0) >= 0 !== (samples[i - 1] ?? 0) >= 0) count++;
  return Math.round((count / 2 / (to - from)) * RATE);
}

interface Measured {
  readonly peak: number;
  /** Loudness of the loudest fifth of a second, in dB. */
  readonly loud: number;
  /** Seconds in which it is within 30 dB of that. */
  readonly lasts: number;
  readonly pitch: number;
  /** How much louder it is on the right, in dB. */
  readonly right: number;
}

const STEP = RATE / 50;
const FIFTH = RATE / 5;

function measure(rendered: Rendered): Measured {
  const { left, right } = rendered;
  const both = (from: number, length: number): number =>
    (power(left, from, from + length) + power(right, from, from + length)) / 2;
  let [loudest, at] = [0, 0];
  for (let from = 0; from + FIFTH < left.length; from += STEP) {
    const now = both(from, FIFTH);
    if (now > loudest) [loudest, at] = [now, from];
  }
  let [first, last] = [left.length, 0];
  for (let from = 0; from + STEP < left.length; from += STEP)
    if (both(from, STEP) > loudest / 1000) [first, last] = [Math.min(first, from), from + STEP];
  return {
    peak: dB(peak(rendered)),
    loud: dB(Math.sqrt(loudest)),
    lasts: (last - first) / RATE,
    pitch: crossings(left, at, at + FIFTH),
    right: dB(Math.sqrt(power(right, 0, right.length) / Math.max(1e-12, power(left, 0, left.length)))),
  };
}

const sound = (cue: Cue, right = 0): Promise<Rendered> =>
  render(BEGINS + 4.5, (speaker) => speaker.play(cue, right, BEGINS), { water: 0 });

export async function sounds(): Promise<Record<string, Measured>> {
  const all: Record<string, Measured> = {};
  for (const name of Object.keys(SOUNDS) as SoundName[]) all[name] = measure(await sound({ sound: name }));
  return all;
}

export async function themes(): Promise<Record<string, Measured>> {
  const all: Record<string, Measured> = {};
  for (const [game, { themes }] of Object.entries(HEARING))
    for (const [name, voices] of Object.entries(themes) as [ThemeName, Voice[]][])
      all[`${game} ${name}`] = measure(
        await render(BEGINS + 7, (speaker) => speaker.perform(voices, BEGINS), { water: 0 }),
      );
  return all;
}

export async function beds(): Promise<Record<string, Measured>> {
  const all: Record<string, Measured> = {};
  for (const [rush, roar] of [
    [0, 0],
    [0.3, 0.3],
    [0.6, 0.3],
    [1, 0.3],
    [0.6, 1],
    [1, 1],
  ] as const)
    all[`rush ${rush} roar ${roar}`] = measure(
      await render(6, (speaker) => speaker.follow({ rush, roar, falls: null }, 0, 0)),
    );
  return all;
}

/** Tell how loud the river is, in dB: before somebody speaks for a second, meanwhile, and after that. */
export async function ducked(): Promise<{ before: number; meanwhile: number; after: number }> {
  const { left } = await render(6, (speaker) => {
    speaker.follow({ rush: 0.6, roar: 0.3, falls: null }, 0, 0);
    // What is said next goes on from there.
    speaker.duck(0.5, 2);
    speaker.duck(1, 2.2);
  });
  const loud = (from: number): number => dB(Math.sqrt(power(left, from * RATE, (from + 0.6) * RATE)));
  return { before: loud(1.3), meanwhile: loud(2.5), after: loud(5) };
}

/** Play two themes, the second into the first; tell how much is left of the first, in dB, beside the second alone. */
export async function broken(): Promise<number> {
  const [held, next] = [[note(0, 69, 3)], [note(0, 45, 3)]];
  const both = await render(
    4,
    (speaker) => {
      speaker.perform(held, BEGINS);
      speaker.perform(next, BEGINS + 0.5);
    },
    { water: 0 },
  );
  const alone = await render(4, (speaker) => speaker.perform(next, BEGINS + 0.5), { water: 0 });
  const [from, to] = [2 * RATE, 2.4 * RATE];
  return dB(Math.sqrt(power(both.left, from, to) / power(alone.left, from, to)));
}

const note = (at: number, pitch: number, seconds: number): Voice => ({
  on: 'horn',
  loud: 1,
  notes: [[at, pitch, seconds]],
});

/** What a game showed: a position, and what happened then. */
interface Scene {
  readonly view: View;
  readonly events: readonly Event[];
}

/** A sound of a game, and how it came out. */
interface Heard {
  readonly kind: string;
  readonly sound: string;
  /** How much louder than the water it was at its best, in dB. */
  readonly above: number;
  /** How much louder it was on the right, in dB, and how much it should have been. */
  readonly right: number;
  readonly wanted: number;
}

/** Between two events, in seconds. */
const APART = 1.1;
const FRAME = RATE / 20;

/** Tell how far to the right of the board's whole picture something is. */
function rightOf(game: string, { board }: Partial<CanyonView>, { at, aside = 0 }: Cue): number {
  if (!at) return 0.5 * aside;
  const width = game === 'niagara' ? PLANS.wide.box[0] : UNIT * (board?.rows[0]?.length ?? 1);
  return (2 * at.x) / width - 1;
}

/** So much of a game is rendered at once: all that will be heard is computed from the beginning on. */
const AT_ONCE = 10;

interface Told {
  readonly kind: string;
  readonly cue: Cue;
  readonly listening: Listening;
  readonly right: number;
}

/**
 * Play all that happened in a game, one thing after the other, but for what has sounded the same in the same place already;
 * tell how each was heard, and the highest peak in dB.
 */
export async function story(game: string, scenes: readonly Scene[]): Promise<{ heard: Heard[]; peak: number }> {
  const hearing = HEARING[game] as Hearing;
  const known = new Set<string>();
  const told = scenes.flatMap(({ view, events }) =>
    events.flatMap((event, i): Told[] => {
      const listening = { view, happened: events.slice(0, i + 1), you: 0, layout: 'wide' } as const;
      const cue = hearing.happens(event, listening);
      if (!cue) return [];
      const right = rightOf(game, view as CanyonView, cue);
      const { rush, roar } = hearing.water(listening);
      const alike = [cue.sound, cue.theme, cue.times, ...[right, cue.far ?? 0, rush, roar].map((n) => n.toFixed(1))];
      if (known.has(alike.join())) return [];
      known.add(alike.join());
      return [{ kind: event.kind, cue, listening, right }];
    }),
  );
  const heard: Heard[] = [];
  let most = -Infinity;
  for (let from = 0; from < told.length; from += AT_ONCE) {
    const part = await listen(hearing, told.slice(from, from + AT_ONCE));
    heard.push(...part.heard);
    most = Math.max(most, part.peak);
  }
  return { heard, peak: most };
}

async function listen({ water, themes }: Hearing, told: readonly Told[]): Promise<{ heard: Heard[]; peak: number }> {
  const begins = told.map(() => 0);
  let end = BEGINS;
  told.forEach(({ cue }, i) => {
    begins[i] = end;
    end += APART + (cue.after ?? 0);
  });
  const tell =
    (flows: boolean) =>
    (speaker: Speaker): void => {
      told.forEach(({ cue, listening, right }, i) => {
        if (flows) speaker.follow(water(listening), 0, begins[i]);
        speaker.play(cue, right, begins[i]);
        const theme = cue.theme && themes[cue.theme];
        // Themes come from in front, wherever it happens.
        if (theme && (flows || !cue.sound)) speaker.perform(theme, begins[i]);
      });
    };
  const all = await render(end, tell(true));
  // The river gives way to themes and calls as it does where they are heard.
  const bed = await render(end, tell(true), { events: 0, pieces: 0, calls: 0, music: 0 });
  const alone = await render(end, tell(false), { water: 0 });
  const both = ({ left, right }: Rendered, from: number): number =>
    power(left, from, from + FRAME) + power(right, from, from + FRAME);
  const heard = told.map(({ kind, cue, right }, i): Heard => {
    const [from, to] = [begins[i] ?? 0, begins[i + 1] ?? end].map((at) => Math.round(at * RATE)) as [number, number];
    let above = 0;
    for (let at = from; at + FRAME < to; at += FRAME) above = Math.max(above, both(all, at) / both(bed, at));
    return {
      kind,
      sound: cue.sound ?? cue.theme ?? '',
      above: dB(Math.sqrt(above)),
      right: dB(Math.sqrt(power(alone.right, from, to) / Math.max(1e-12, power(alone.left, from, to)))),
      wanted: dB(Math.tan(((placed(right, 0).pan + 1) * Math.PI) / 4)),
    };
  });
  return { heard, peak: dB(peak(all)) };
}
