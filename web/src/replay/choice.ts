/** Finds the decision with which somebody could have had it otherwise. */
import type { View } from '../protocol';
import { choiceBegins, roomOf, type Story, viewAt } from './story';

/** Return the place where a seat chose the card that led to a turn, or without a choice of cards what was done with the
 * only one; null: it never had any. What all choose at once begins where nobody has chosen yet. `matters` tells whether a
 * hand is chosen from. */
export function choiceBefore(
  story: Story,
  turn: number,
  seat: number,
  matters: (view: View) => boolean,
): number | null {
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
    // With the only card that was left there was no more to decide than what was done with it.
    if (matters(view) && (free || last !== null)) return free ? begins : last;
    if (free) last ??= begins;
  }
  return last;
}

/** Tell who plays on from a place: the seat of whoever looks, as long as it has a turn to come; else who decides next. */
export function playsOn({ places }: Pick<Story, 'places'>, at: number, own: number | null): number | null {
  const { waiting = [] } = places[at] ?? {};
  const still = own !== null && (!places.at(-1)?.over || places.slice(at + 1).some(({ seat }) => seat === own));
  return still ? own : (waiting[0] ?? null);
}
