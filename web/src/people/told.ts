import { ApiError } from '../lib/api';
import { trouble } from '../lib/words';
import { m } from '../site/messages';

const SAID: Partial<Record<string, () => string>> = {
  wrong_password: m.people_wrong,
  signed_out: m.people_signed_out,
  too_fast: m.people_too_fast,
};

/** Say why a request about an account came to nothing. */
export const told = (error: unknown): string => (error instanceof ApiError && SAID[error.code]?.()) || trouble(error);
