/** Finds the decision with which somebody could have had it otherwise. */
import type { View } from '../protocol';
import { choiceBegins, roomOf, type Story, viewAt } from './story';

/** List the places where a seat could have had it otherwise before a turn, the nearest first: its last turn with a choice,
 * and the choice of the card that led there, unless that is the same. What all choose at once begins where nobody has chosen
 * yet. `matters` tells whether a hand is chosen from. */
export function choicesBefore(story: Story, turn: number, seat: number, matters: (view: View) => boolean): number[] {
  const { rules, places } = story;
  const room = roomOf(rules);
  let last: number | null = null;
  for (let at = turn - 1; at >= 0; at -= 1) {
    if (places[at + 1]?.seat !== seat) continue;
    const begins = choiceBegins(story, at);
    const place = places[begins];
    if (!place) continue;
    const view = viewAt(story, place, seat);
    const free = rules.legal(room, seat).length > 1;
    if (free) {
      if (last !== null && matters(view)) return [last, begins];
      last ??= begins;
    }
    // With the only card that was left there was no more to decide than what was done with it.
    if (matters(view) && last !== null) return [last];
  }
  return last === null ? [] : [last];
}

/** Tell who plays on from a place: the seat of whoever looks, as long as it has a turn to come; else who decides next. */
export function playsOn({ places }: Pick<Story, 'places'>, at: number, own: number | null): number | null {
  const { waiting = [] } = places[at] ?? {};
  const still = own !== null && (!places.at(-1)?.over || places.slice(at + 1).some(({ seat }) => seat === own));
  return still ? own : (waiting[0] ?? null);
}
