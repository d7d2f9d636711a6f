import type { SeatInfo } from '../protocol';

/** Describe a seat of a position made by hand; with a bot, the seat is its own. */
export function seated(seat: number, name: string, bot: string | null = null): SeatInfo {
  return {
    seat,
    kind: bot === null ? 'human' : 'bot',
    name,
    bot,
    account: null,
    owner: null,
    resigned: false,
    online: true,
    away: null,
    thinking: false,
    taken: null,
    left: null,
    preparing: false,
    colour: seat,
    pattern: seat,
    wins: 0,
    emote: null,
    portrait: null,
    vacation: null,
    suspended: false,
  };
}
