/** Lets bots decide, beside the page: which goes on being drawn meanwhile. */
import { Bot, type Position, Rules } from '../rules/rules';
import { placeBoard } from '../rules/board';
import { fetchModule, fetchRules } from '../rules/modules';
import type { Answered, Asked } from './asked';
import { BOTS } from './bots';

interface Player {
  readonly rules: Rules<unknown>;
  readonly position: Position<unknown>;
  /** Null: it draws among what is legal. */
  readonly bot: Bot<unknown> | null;
}

const players = new Map<string, Promise<Player>>();

function playerOf({ game, bot, players: count, board }: Asked): Promise<Player> {
  const key = `${game} ${bot} ${count} ${board ?? ''}`;
  const found = players.get(key) ?? seated(game, bot, count, board);
  // One that did not come is fetched anew.
  found.catch(() => players.delete(key));
  players.set(key, found);
  return found;
}

async function seated(game: string, name: string, count: number, board: string | null): Promise<Player> {
  const rules = await fetchRules(game);
  await placeBoard(rules.compiled, board);
  const url = BOTS[game]?.[name];
  const bot = url === null ? null : await Bot.bare(await fetchModule(url));
  if (bot) await placeBoard(bot.compiled, board);
  bot?.prepare(count);
  return { rules, position: rules.position(), bot };
}

/** Decide a whole turn; what is forced is decided without the bot. */
function turnOf({ rules, position, bot }: Player, { record, seat, seed, seconds }: Asked): number[] {
  rules.put(position, record);
  const turn: number[] = [];
  const end = performance.now() + seconds * 1000;
  // A turn that is thought about anew, after a theft for example, has no more time than another.
  const more = (done: number): number => (bot && (done === 0 || performance.now() < end) ? bot.chunk : 0);
  let planned: readonly number[] = [];
  while (rules.toAct(position) & (1 << seat)) {
    const legal = rules.legal(position, seat);
    if (planned.length === 0) {
      if (legal.length > 1 && bot) planned = bot.plan(rules.bytes(position), seat, seed, more);
      else planned = [legal[Math.floor(Math.random() * legal.length)] ?? 0];
    }
    const [action = -1, ...rest] = planned;
    planned = rest;
    if (!legal.includes(action)) throw new RangeError(`a bot played ${action}, which is not legal`);
    turn.push(action);
    rules.decide(position, seat, action);
  }
  return turn;
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const { number } = data;
  const answer = (said: Answered): void => postMessage(said);
  playerOf(data)
    .then((player) => answer({ number, turn: turnOf(player, data) }))
    .catch((error: unknown) => answer({ number, failed: String(error) }));
});
