/** Asks the strongest bot that plays here what it would have played in turns of a game, and what it expects of either. */
import { weakestFirst } from '../bots/words';
import { botsHere } from '../offline/bots';
import type { KeptGame } from '../offline/kept';
import type { Players } from '../offline/players';
import type { GameInfo } from '../protocol';
import { redacted } from '../rules/setup';
import { roomOf, type Story } from './story';

/** What the coach says of one turn. */
export interface Opinion {
  /** Which turn it is, from 1. */
  readonly turn: number;
  readonly seat: number;
  readonly played: readonly number[];
  readonly wanted: readonly number[];
  /** How much of a win it expects, 0 to 1, if its own turn is played. */
  readonly hoped: number;
  /** The same for what was played; null: it has not looked at that. */
  readonly got: number | null;
  /** It has looked at what was played too seldom to be sure of that. */
  readonly rough: boolean;
}

/** Of what was tried less often than that little is known. */
const FEW = 16;
/** So much more of a win is within what a search errs by. */
const NOTHING = 0.02;
const SECONDS = 0.7;

/** Tell whether a turn is one that the coach would have played, or as good as that. */
export const isGood = ({ played, wanted, hoped, got }: Opinion): boolean =>
  begins(played, wanted) || hoped - (got ?? 0) < NOTHING;

/** Name the coach: the strongest of the bots that play a game here. */
export const coachOf = (game: KeptGame, info: GameInfo | undefined): string | undefined =>
  info && weakestFirst(botsHere(info, Boolean(game.from?.board))).at(-1);

/** List the turns of a seat up to one of the game. */
export const turnsOf = ({ places }: Story, seat: number, last: number): number[] =>
  places.flatMap((place, turn) => (turn > 0 && turn <= last && place.seat === seat ? turn : []));

/** Ask about a turn; null where there was nothing to choose. What the coach knows is what the seat knew then. */
export async function opinion(
  game: KeptGame,
  { rules, board, places }: Story,
  turn: number,
  bot: string,
  players: Pick<Players, 'weigh'>,
): Promise<Opinion | null> {
  const seat = places[turn]?.seat ?? null;
  const before = places[turn - 1];
  const entry = game.entries.filter((each) => 'turn' in each)[turn - 1];
  if (seat === null || !before || !entry) return null;
  const room = roomOf(rules);
  rules.put(room, before.record);
  const record = redacted(rules, room, seat);
  const asked = { game: game.game, bot, players: game.seats.length, board, record, seat, seed: turn };
  const { plan, tried } = await players.weigh({ ...asked, seconds: SECONDS });
  if (tried.length < 2) return null;
  const after = (turn: readonly number[]): string => {
    rules.put(room, before.record);
    turn.forEach((action) => rules.decide(room, seat, action));
    return rules.bytes(room).join();
  };
  const { turn: played } = entry;
  // What leads to the same position is the same, in whichever order it was decided.
  const came = after(played);
  const own = tried.find(({ decisions }) => begins(played, decisions) || after(decisions) === came);
  const best = tried.find(({ decisions }) => `${decisions}` === `${plan}`);
  return {
    turn,
    seat,
    played,
    wanted: own && own === best ? played : plan,
    hoped: best?.share ?? 0,
    got: own?.visits ? own.share : null,
    rough: (own?.visits ?? 0) < FEW,
  };
}

/** Tell whether a turn begins as another one goes: a plan may end where there is more to be known. */
const begins = (turn: readonly number[], plan: readonly number[]): boolean =>
  plan.length > 0 && plan.every((action, i) => action === turn[i]);
