import { vocabulary } from '../../../lib/messages';
import type { m as Messages } from './paraglide/messages.js';

/** What lines of this game are called. */
export const m = vocabulary<typeof Messages>(import.meta.glob('./paraglide/messages/[a-z]*.js'));
