/** What somebody was doing in a chat when it went from the page. */
interface Unfinished {
  readonly text: string;
  readonly front: boolean;
}
const unfinished = new Map<string, Unfinished>();

/** Keep what somebody was doing in a chat, for when it comes again: with the game that begins, or the next one. */
export const lay = (place: string, doing: Unfinished): void => void unfinished.set(place, doing);

/** Take it up again, at the first of these places where there is something; it is there once. */
export function takeUp(places: readonly string[]): Unfinished | undefined {
  const place = places.find((each) => unfinished.has(each)) ?? '';
  const found = unfinished.get(place);
  unfinished.delete(place);
  return found;
}

/** Remembers under which name a guest writes in a place, for as long as the browser's tab is there. */
const memory = new Map<string, string>();
const key = (place: string): string => `eddyline.chat.${place}`;

export function recall(place: string): string | null {
  try {
    return sessionStorage.getItem(key(place)) ?? memory.get(place) ?? null;
  } catch {
    return memory.get(place) ?? null;
  }
}

export function remember(place: string, name: string | null): void {
  if (name === null) memory.delete(place);
  else memory.set(place, name);
  try {
    if (name === null) sessionStorage.removeItem(key(place));
    else sessionStorage.setItem(key(place), name);
  } catch {
    // The browser forbids it: the copy in memory serves this page.
  }
}
