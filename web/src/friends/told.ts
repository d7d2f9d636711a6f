import { ApiError } from '../lib/api';
import { trouble } from '../lib/words';
import { m } from '../lib/messages';

const SAID: Partial<Record<string, () => string>> = {
  unknown: m.friends_unknown,
  wrong_time: m.friends_blocked_before,
  full: m.friends_full,
  too_fast: m.friends_too_fast,
};

/** Say why a request about friends came to nothing. */
export const told = (error: unknown): string => (error instanceof ApiError && SAID[error.code]?.()) || trouble(error);
