/** Fetches what the first picture does without. */
type Later = typeof import('./later');

let later: Later | null = null;

/** Fetch motion and reasons. */
export async function fetchLater(): Promise<Later> {
  later = await import('./later');
  return later;
}

/** Give what has been fetched; null before. */
export const fetchedLater = (): Later | null => later;
