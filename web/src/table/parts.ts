/** What a table fetches after its first picture, or when somebody opens it. */
import { type Lazy, lazy } from '../lib/lazy.svelte';
import { settingsDialog } from '../components/settings';
import type { GameUi } from '../boards/ui';
import { aheadChoice } from '../pace/choice';
import { wonderList } from './wonder';

/** What is added to a table; without it everything is tapped, as ever. */
export const later = lazy(() => import('./later'), 'pace', 'bots', 'show', 'tavern', 'fate');
export const endPanel = lazy(() => import('./EndPanel.svelte'), 'pace', 'ending', 'rated');
export const people = lazy(() => import('./People.svelte'));
export const menu = lazy(() => import('./TableMenu.svelte'), 'bots', 'lobby', 'pace', 'tavern');
export const record = lazy(() => import('../lib/record'));

/** What comes with words of its game. */
export const partsOf = ({ id }: GameUi) => ({
  chronicle: lazy(() => import('./Chronicle.svelte'), `${id}_log`, 'chat'),
  shortcuts: lazy(() => import('./Shortcuts.svelte'), 'show', `${id}_keys`),
});

/** Words of events and refusals: until they are there, there is nothing to tell, and the server's own will do. */
export const wordsOf = ({ id }: GameUi) => lazy(() => Promise.resolve(true), `${id}_log`, `${id}_why`);

/**
 * Fetch all that a game in progress may want, one part after the other while nothing else is to do: so it can be
 * finished when the server is upgraded in the meantime. Stops when told to; what does not come is fetched when it is wanted.
 */
export function fetchAll(ui: GameUi, own: ReturnType<typeof partsOf>): () => void {
  const { holdings, logSign, sheet, ending, fate, others = [] } = ui;
  const shared = [endPanel, people, menu, wonderList, aheadChoice, record, settingsDialog];
  const all: (Lazy<unknown> | undefined)[] = [...shared, ...Object.values(own), holdings, logSign, sheet?.dialog];
  all.push(ending, fate, ...others);
  let stopped = false;
  void (async () => {
    for (const part of all) {
      await idle();
      if (stopped) return;
      await part?.get().catch(() => undefined);
    }
  })();
  return () => void (stopped = true);
}

const idle = (): Promise<unknown> =>
  new Promise((done) => ('requestIdleCallback' in window ? requestIdleCallback(done) : setTimeout(done)));
