import { vocabulary } from '../../../lib/messages';
import type { m as Messages } from './paraglide/messages.js';

/** What is said of decisions that are not possible. */
export const m = vocabulary<typeof Messages>(import.meta.glob('./paraglide/messages/[a-z]*.js'));
