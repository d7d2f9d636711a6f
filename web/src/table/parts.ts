/** What a table fetches after its first picture, or when somebody opens it. */
import { type Lazy, lazy } from '../lib/lazy.svelte';
import { settingsDialog } from '../components/settings';
import { noticing } from '../notice/parts';
import type { GameUi } from '../boards/ui';

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

/** What a game in progress may want of these. */
export function wantedOf(ui: GameUi, own: ReturnType<typeof partsOf>): readonly (Lazy<unknown> | undefined)[] {
  const { holdings, logSign, sheet, ending, fate, others = [] } = ui;
  const shared = [endPanel, people, menu, record, settingsDialog, noticing];
  return [...shared, ...Object.values(own), holdings, logSign, sheet?.dialog, ending, fate, ...others];
}
