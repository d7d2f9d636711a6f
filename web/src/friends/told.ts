import { trouble, type Instead } from '../lib/words';
import { m } from './messages';

const SAID: Instead = {
  unknown: m.friends_unknown,
  wrong_time: m.friends_blocked_before,
  full: m.friends_full,
  too_fast: m.friends_too_fast,
};

/** Say why a request about friends came to nothing. */
export const told = (error: unknown, instead: Instead = {}): string => trouble(error, { ...SAID, ...instead });
