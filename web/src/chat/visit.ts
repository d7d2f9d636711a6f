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
