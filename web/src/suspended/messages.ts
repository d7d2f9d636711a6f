import { vocabulary } from '../lib/messages';
import type { m as Messages } from './paraglide/messages.js';

/** What is said to those who play with somebody whom the operator has suspended. */
export const m = vocabulary<typeof Messages>(import.meta.glob('./paraglide/messages/[a-z]*.js'));
