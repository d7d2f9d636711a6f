/** What a table fetches after its first picture, or when somebody opens it. */
import { type Lazy, lazy } from '../lib/lazy.svelte';
import { settingsDialog } from '../components/settings';
import { noticing } from '../notice/parts';
import type { GameUi } from '../boards/ui';

/** What is added to a table; without it everything is tapped, as ever. */
export const later = lazy(() => import('./later'));
export const endPanel = lazy(() => import('./EndPanel.svelte'));
export const people = lazy(() => import('./People.svelte'));
export const menu = lazy(() => import('./TableMenu.svelte'));
export const record = lazy(() => import('../lib/record'));
export const chronicle = lazy(() => import('./Chronicle.svelte'));
export const shortcuts = lazy(() => import('./Shortcuts.svelte'));

/** What a game in progress may want of these. */
export function wantedOf(ui: GameUi): readonly (Lazy<unknown> | undefined)[] {
  const { holdings, logSign, sheet, ending, fate, others = [] } = ui;
  const shared = [endPanel, people, menu, record, settingsDialog, noticing, chronicle, shortcuts];
  return [...shared, holdings, logSign, sheet?.dialog, ending, fate, ...others];
}
