/** Finds the scene of a game that is worth a clip. */
import type { Ending } from '../boards/ui';
import type { Event, View } from '../protocol';
import { type Story, viewAt } from '../replay/story';
import type { Course } from './course';

/** A moment of a game that can be shown. */
export interface Shot {
  /** How many turns had been played with it. */
  readonly at: number;
  readonly event: Event;
  /** What draws it, among the game's clips. */
  readonly clip: string;
}

/** What a scene is drawn from. */
export interface Taken {
  readonly event: Event;
  /** All that happened in its turn. */
  readonly events: readonly Event[];
  readonly before: View;
  readonly after: View;
}

/** Find the best: of the most dramatic kind, a turning point if one is of it, then the most dramatic, then the last; null: there is none. */
export function bestOf(story: Story, { scenes }: Pick<Ending, 'scenes'>, course: Course | null): Shot | null {
  const turned = new Set(course?.turningPoints.map(({ event }) => event));
  // What happens before the first turn has no place to come from.
  const events = story.places.flatMap((place, at) => (at === 0 ? [] : place.events.map((event) => ({ at, event }))));
  for (const { clip, drama } of scenes) {
    const [best] = events
      .map((found) => ({ ...found, drama: drama(found.event), turning: Number(turned.has(found.event)) }))
      .filter((found) => found.drama > 0)
      .sort((one, other) => other.turning - one.turning || other.drama - one.drama || other.at - one.at);
    if (best) return { at: best.at, event: best.event, clip };
  }
  return null;
}

/** Look up what a scene is drawn from: what happened, and how the game stood before and after it. */
export function taken(story: Story, { at, event }: Shot): Taken | null {
  const [place, earlier] = [story.places[at], story.places[at - 1]];
  if (!place || !earlier) return null;
  return { event, events: place.events, before: viewAt(story, earlier, null), after: viewAt(story, place, null) };
}

/** Tell under which heading of the log it happened; empty before the first. */
export function headingOf(story: Story, { at, event }: Shot, chapter: (event: Event) => string | null): string {
  const events = story.places.slice(0, at + 1).flatMap((place) => place.events);
  const headings = events.slice(0, events.lastIndexOf(event)).flatMap((each) => chapter(each) ?? []);
  return headings.at(-1) ?? '';
}
