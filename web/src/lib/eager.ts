/** The table, if any, that needs nobody else: its game starts as soon as this browser gets there. */
export const eager: { table: string | null } = { table: null };
