/** Describes a table without a server as a server would. */
import { USUAL } from '../bots/limit';
import { USUAL_PACE } from '../pace/presets';
import type { SeatInfo, TableInfo } from '../protocol';
import type { Match } from '../rules/match';
import type { KeptGame, KeptSeat } from './kept';

/** Describe a game at one of its versions. */
export function described(kept: KeptGame, match: Pick<Match, 'over' | 'waiting'>, version: number): TableInfo {
  const { id, game, preset, options, seats, at } = kept;
  return {
    id,
    game,
    status: match.over ? 'over' : 'running',
    version,
    created: new Date(at).toISOString(),
    preset,
    options: { ...options },
    host: seats.findIndex(({ bot }) => bot === null),
    bot_seconds: USUAL,
    pace: USUAL_PACE,
    access: 'link',
    fills: null,
    ended: match.over ? 'finished' : null,
    votes: [],
    seats: seats.map((each, seat) => seated(each, seat, match.waiting.includes(seat))),
    spectators: 0,
    rematch: null,
    previous: null,
    tournament: null,
    origin: null,
    games: 0,
    notice: null,
    note: null,
    private_replay: null,
    dealing: null,
    unrated: null,
    levels: null,
    ready: null,
    ratings: null,
  };
}

function seated({ name, bot, portrait = null }: KeptSeat, seat: number, thinking: boolean): SeatInfo {
  return {
    seat,
    kind: bot === null ? 'human' : 'bot',
    name,
    colour: seat,
    pattern: seat,
    bot,
    account: null,
    owner: null,
    resigned: false,
    online: true,
    away: null,
    thinking,
    taken: null,
    left: null,
    preparing: false,
    wins: 0,
    vacation: null,
    suspended: false,
    emote: null,
    portrait,
  };
}
