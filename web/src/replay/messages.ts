import { vocabulary } from '../lib/messages';
import type { m as Messages } from './paraglide/messages.js';

/** What is said where a game that was played is looked at. */
export const m = vocabulary<typeof Messages>(import.meta.glob('./paraglide/messages/[a-z]*.js'));
