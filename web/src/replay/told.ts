/** Says what stands out in a game that is looked at. */
import type { Ending, GameUi, Naming } from '../boards/ui';
import { leads } from '../ending/course';
import { m as ending } from '../ending/messages';
import { moments, type Story } from './story';

/** A turn in which something stood out, in words. */
export interface Told {
  readonly at: number;
  /** Whose doing or loss it is; null: of several. */
  readonly seat: number | null;
  readonly text: string;
}

/** List what stands out in turns up to `last`, and who took the lead in them. */
export function toldOf(
  story: Story,
  scene: Pick<Ending, 'mark' | 'measures' | 'turned'>,
  words: GameUi['words'],
  name: Naming,
  last: number,
): Told[] {
  const told = moments(story, scene.mark).map(({ at, seat, event }): Told => {
    const text = scene.turned?.(event, name) ?? words.event(event, name) ?? '';
    return { at, seat, text };
  });
  for (const [at, seat] of leads(story, scene.measures, words.chapter)) {
    told.push({ at, seat, text: ending.ending_leads({ name: name(seat) }) });
  }
  // Sorting keeps the order of those of one turn: first what happened, then what came of it.
  return told.filter(({ at, text }) => at <= last && text !== '').sort((one, other) => one.at - other.at);
}
