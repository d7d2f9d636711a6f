import { m } from '../lib/messages';
import type { Emote } from '../protocol';

/** What can be said without words, and what it is called. */
export const EMOTES: readonly (readonly [Emote, () => string])[] = [
  ['cheer', m.tavern_cheer],
  ['laugh', m.tavern_laugh],
  ['wow', m.tavern_wow],
  ['oops', m.tavern_oops],
  ['grr', m.tavern_grr],
  ['wait', m.tavern_wait],
  ['thanks', m.tavern_thanks],
];

/** Name an emote. */
export const said = (emote: Emote): string => EMOTES.find(([name]) => name === emote)?.[1]() ?? '';
