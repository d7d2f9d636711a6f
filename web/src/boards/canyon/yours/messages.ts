import { vocabulary } from '../../../lib/messages';
import type { m as Messages } from './paraglide/messages.js';

/** What is said of what somebody without a name has done, to themselves. */
export const m = vocabulary<typeof Messages>(import.meta.glob('./paraglide/messages/[a-z]*.js'));
