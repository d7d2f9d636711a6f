/** Finds what still goes on of what somebody plays. */
import type { MyTable } from '../protocol';

/** Tell whether a table is still played at, or about to be. */
export const goesOn = (status: MyTable['status'] | undefined): boolean => status === 'running' || status === 'open';
