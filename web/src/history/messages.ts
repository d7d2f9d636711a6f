import { vocabulary } from '../lib/messages';
import type { m as Messages } from './paraglide/messages.js';

/** What is said of games that are over, where somebody looks back at them. */
export const m = vocabulary<typeof Messages>(import.meta.glob('./paraglide/messages/[a-z]*.js'));
