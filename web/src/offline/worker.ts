/** Lets bots decide, beside the page: which goes on being drawn meanwhile. */
import { Bot } from '../rules/rules';
import { placeBoard } from '../rules/board';
import { fetchModule, fetchRules } from '../rules/modules';
import type { Answered, Asked } from './asked';
import { BOTS } from './bots';
import { type Player, turnOf, weighedOf } from './deciding';

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

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const { number } = data;
  const answer = (said: Answered): void => postMessage(said);
  playerOf(data)
    .then((player) =>
      answer(data.weighs ? { number, weighed: weighedOf(player, data) } : { number, turn: turnOf(player, data) }),
    )
    .catch((error: unknown) => answer({ number, failed: String(error) }));
});
