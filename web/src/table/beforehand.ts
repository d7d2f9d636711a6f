import { qr } from '../components/qr';
import { circle, friends } from '../friends/parts';
import { whenIdle } from '../lib/drawn';
import type { Lazy } from '../lib/lazy.svelte';
import { refusals } from '../lib/refused';
import { aheadChoice } from '../pace/choice';
import { portrait } from '../rivals/drawing';
import { talk } from '../rivals/parts';
import { pictured } from './RulesButton.svelte';
import { wonderList } from './wonder';

/**
 * Fetch all that a game in progress may want, these parts and what they may want, one after the other while nothing else
 * is to do: so it can be finished when the server is upgraded in the meantime. Stops when told to; what does not come is
 * fetched when it is wanted.
 */
export function fetchAll(parts: readonly (Lazy<unknown> | undefined)[]): () => void {
  let stopped = false;
  void (async () => {
    for (const part of [...parts, wonderList, pictured, aheadChoice, refusals, qr, circle, friends, portrait, talk]) {
      await idle();
      if (stopped) return;
      await part?.get().catch(() => undefined);
    }
  })();
  return () => void (stopped = true);
}

const idle = (): Promise<void> => new Promise(whenIdle);
