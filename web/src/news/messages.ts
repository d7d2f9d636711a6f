import { vocabulary } from '../lib/messages';
import type { m as Messages } from './paraglide/messages.js';

/** What is said around what the operator of the server announces. */
export const m = vocabulary<typeof Messages>(import.meta.glob('./paraglide/messages/[a-z]*.js'));
