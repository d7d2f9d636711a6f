/** Fetches what the first picture does without. */
import { speak } from '../../lib/locale';

type Later = typeof import('./later');

let later: Later | null = null;

/** Fetch motion and reasons, with the words of the latter. */
export async function fetchLater(): Promise<Later> {
  const [fetched] = await Promise.all([import('./later'), speak('niagara_why')]);
  later = fetched;
  return later;
}

/** Give what has been fetched; null before. */
export const fetchedLater = (): Later | null => later;
