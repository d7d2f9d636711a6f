/** Says why a file is no game that can be opened here. */
import { ApiError } from '../lib/api';
import { m as common } from '../lib/messages';
import { EncodingError } from '../lib/text';
import { trouble } from '../lib/words';
import { m } from './messages';
import { RecordError } from './record';

/** Say what is wrong with a file. */
export function explained(error: unknown): string {
  if (error instanceof EncodingError) return common.file_encoding();
  if (!(error instanceof RecordError)) return common.app_offline_short();
  const { kind, line } = error;
  const said = {
    unreadable: () => m.offline_unreadable({ line }),
    other_game: () => m.offline_other_game(),
    other_rules: () => m.offline_other_rules(),
    position: () => m.offline_position(),
    refused: () => m.offline_refused({ why: saidOf(error.cause) }),
    illegal: () => m.offline_illegal({ line }),
  };
  return said[kind]();
}

/** What the server says of a position or a map is exact, and in no other words. */
const saidOf = (error: unknown): string =>
  error instanceof ApiError && error.code === 'bad_message' ? error.message : trouble(error);
