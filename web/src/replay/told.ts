/** Says what stands out in a game that is looked at. */
import type { Ending, GameUi, Naming, Stood } from '../boards/ui';
import { leads } from '../ending/course';
import { m as common } from '../ending/messages';
import type { Event } from '../protocol';
import type { Story } from './story';

/** A turn in which something stood out, in words. */
export interface Told extends Stood {
  readonly at: number;
  /** The round in which it did: its heading; empty before the first. */
  readonly round: string;
}

type Scene = Pick<Ending, 'mark' | 'measures' | 'stood' | 'turned'>;
type Spoken = Pick<GameUi['words'], 'chapter' | 'event'>;

/** Say what stands out in an event, and in what has come before it in its round. */
function stoodOut(
  event: Event,
  scene: Omit<Scene, 'measures'>,
  words: Spoken,
  name: Naming,
  before: readonly Event[],
): readonly Stood[] {
  if (scene.stood) return scene.stood(event, name, before);
  const marked = scene.mark(event);
  const text = marked && (scene.turned?.(event, name) ?? words.event(event, name));
  return text ? [{ seats: marked.seat === null ? [] : [marked.seat], text }] : [];
}

/** List the events of a round before those of a place in it. */
function roundBefore({ places }: Story, at: number, { chapter }: Spoken): Event[] {
  const before: Event[] = [];
  for (const { events } of places.slice(0, at).toReversed()) {
    const begun = events.findLastIndex((event) => chapter(event));
    before.unshift(...events.slice(Math.max(0, begun)));
    if (begun >= 0) break;
  }
  return before;
}

/** Say what stands out in a turn. */
export function stoodIn(
  story: Story,
  at: number,
  scene: Omit<Scene, 'measures'>,
  words: Spoken,
  name: Naming,
): string[] {
  const before = roundBefore(story, at, words);
  return (story.places[at]?.events ?? []).flatMap((event) => {
    const stood = stoodOut(event, scene, words, name, before);
    before.push(event);
    return stood.map(({ text }) => text);
  });
}

/** List what stands out in turns up to `last`, and who took the lead in them, round by round. */
export function toldOf(story: Story, scene: Scene, words: Spoken, name: Naming, last: number): Told[] {
  const leading = leads(story, scene.measures, words.chapter);
  let round = '';
  let inRound: Event[] = [];
  return story.places.slice(0, last + 1).flatMap(({ events }, at) => {
    const before = round;
    const told = events.flatMap((event): Told[] => {
      const chapter = words.chapter(event);
      if (chapter) [round, inRound] = [chapter, []];
      const stood = stoodOut(event, scene, words, name, inRound);
      inRound.push(event);
      return stood.map((each) => ({ ...each, at, round }));
    });
    // First what happened, then what came of it.
    const leader = leading.get(at);
    if (leader === undefined) return told;
    const text = common.ending_leads({ name: name(leader) });
    const kind = common.ending_lead_changes();
    return [...told, { seats: [leader], text, kind, at, round: told.at(-1)?.round ?? before }];
  });
}
