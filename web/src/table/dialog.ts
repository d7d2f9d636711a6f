/** What opens over a table, one at a time. */
export type TableDialog = 'menu' | 'settings' | 'people' | 'sheet' | 'keys';
