/** Seconds a turn that are offered for bots to think; the server takes any from 0.1 to 30. */
export const LIMITS: readonly number[] = [0.2, 1, 3, 10];

/** What a table begins with. */
export const USUAL = 1;
