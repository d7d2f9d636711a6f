import { spoken } from '../lib/locale';

/** Fetch the settings, with their words. */
export const settingsDialog = () => spoken(import('./Settings.svelte'), 'show', 'fate');
