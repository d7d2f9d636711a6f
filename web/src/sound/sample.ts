/** A little of each kind of sound, for whoever sets how loud it is. */
import { prefs, VOLUMES } from '../lib/prefs.svelte';
import type { Kind } from './mix';
import { FADE, Speaker } from './speaker';
import { volumes } from './volumes.svelte';

/** Seconds in which a sample has been heard. */
const LONG = 1.8;

const SAMPLES: Readonly<Record<Kind, (speaker: Speaker, at: number) => void>> = {
  water: (speaker) => speaker.follow({ rush: 0.6, roar: 0.5, falls: null }, 0),
  events: (speaker, at) => speaker.play({ sound: 'splash' }, 0, at),
  pieces: (speaker, at) => speaker.play({ sound: 'paddle' }, 0, at),
  calls: (speaker, at) => speaker.play({ sound: 'turn' }, 0, at),
  // A fourth up, and a third: as a theme begins.
  music: (speaker, at) =>
    speaker.perform(
      [
        {
          on: 'marimba',
          loud: 1,
          notes: [
            [0, 67, 0.2],
            [0.2, 72, 0.2],
            [0.4, 76, 0.6],
          ],
        },
      ],
      at,
    ),
};

/** Ends the sample that is heard. */
let end: (() => void) | null = null;

/** Let a kind of sound be heard as loud as it is set now; one at a time, and none in a hidden tab. */
export function sample(kind: Kind): void {
  end?.();
  if (document.hidden || prefs.sound === 'off') return;
  const context = new AudioContext();
  const speaker = new Speaker(context);
  speaker.volume = VOLUMES[prefs.sound];
  speaker.levels = volumes;
  // By then it is as loud as it gets.
  SAMPLES[kind](speaker, context.currentTime + FADE);
  const over = setTimeout(() => end?.(), (LONG - FADE) * 1000);
  const turned = (): void => end?.();
  document.addEventListener('visibilitychange', turned);
  end = () => {
    end = null;
    clearTimeout(over);
    document.removeEventListener('visibilitychange', turned);
    speaker.volume = 0;
    setTimeout(() => void context.close(), FADE * 1000);
  };
}
