import { vocabulary } from '../lib/messages';
import type { m as Messages } from './paraglide/messages.js';

/** What is said about other lines of a game: what if somebody had played differently. */
export const m = vocabulary<typeof Messages>(import.meta.glob('./paraglide/messages/[a-z]*.js'));
