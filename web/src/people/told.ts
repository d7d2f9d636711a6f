import { trouble, type Instead } from '../lib/words';
import { m } from '../site/messages';

const SAID: Instead = {
  wrong_password: m.people_wrong,
  signed_out: m.people_signed_out,
  too_fast: m.people_too_fast,
};

/** Say why a request about an account came to nothing. */
export const told = (error: unknown, instead: Instead = {}): string => trouble(error, { ...SAID, ...instead });
