import { ask } from '../lib/api';
import type { Deed } from './deed';
import { m } from './messages';

/** What a moderator does in a chat: of a table, or of the lobby. */

/** Remove a message. */
export const removing = (place: string, number: number): Deed => ({
  title: m.moderation_remove(),
  text: m.moderation_remove_note(),
  go: m.moderation_remove(),
  done: m.moderation_remove_done(),
  act: (why) => ask('POST /api/moderation/chats/{place}/lines/{number}/removal', { place, number }, { why }),
});

/** Let somebody write nothing more, or let them again. */
export const muting = (place: string, name: string, muted = true): Deed => ({
  title: muted ? m.moderation_mute() : m.moderation_unmute(),
  text: muted ? m.moderation_mute_note({ name }) : m.moderation_unmute_note({ name }),
  go: muted ? m.moderation_mute() : m.moderation_unmute(),
  done: muted ? m.moderation_mute_done({ name }) : m.moderation_unmute_done({ name }),
  act: (why) => ask('POST /api/moderation/chats/{place}/mutes', { place }, { name, muted, why }),
});
