import { vocabulary } from '../../../lib/messages';
import type { m as Messages } from './paraglide/messages.js';

/** What teaches this game: fetched with the guide, the tips, the pages of *How to play* and the pictures of the rules. */
export const m = vocabulary<typeof Messages>(import.meta.glob('./paraglide/messages/[a-z]*.js'));
