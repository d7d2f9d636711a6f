import { lazy } from '../lib/lazy.svelte';
import type { TableInfo } from '../protocol';

/** What the host has pinned to a table, and where the host pins it. */
export const note = {
  there: (table: TableInfo) => table.note !== null,
  view: lazy(() => import('./Note.svelte')),
};
