import { vocabulary } from '../lib/messages';
import type { m as Messages } from './paraglide/messages.js';

/** What the characters are called, what they are like, and what they say. */
export const m = vocabulary<typeof Messages>(import.meta.glob('./paraglide/messages/[a-z]*.js'));
