/** The form for a table that everybody may find, as a place on the home page: what comes after `#` in its address. */
export const NEW_TABLE = 'new-table';
