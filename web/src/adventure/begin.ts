/** Begins a game for whoever has learnt how: at a table of the server, or in this browser where there is none. */
import { levelOf, weakestFirst } from '../bots/words';
import { enter, usualPlayers } from '../home/open';
import { lesson } from '../learn/lesson.svelte';
import { ApiError, ask } from '../lib/api';
import { games } from '../lib/games.svelte';
import { prefs } from '../lib/prefs.svelte';
import { site } from '../lib/root';
import { router } from '../lib/router.svelte';
import { guest } from '../lib/said';
import { own } from '../lib/session.svelte';
import { begin as beginHere } from '../offline/begun';
import { botsHere } from '../offline/bots';
import type { GameInfo, Seated } from '../protocol';
import { dealt, NAMES } from '../rivals/characters';

/** Begin a game against bots that are easy to beat; `taught`: the long lesson, a game that explains itself. */
export async function begin(game: string, taught: boolean): Promise<void> {
  await games.load();
  const info = games.here.find(({ id }) => id === game);
  if (!info) throw games.error;
  const name = (own.now?.name ?? prefs.name.trim()) || guest();
  const table = site ? null : await seated(info, name);
  if (table === null) {
    const id = keptHere(info, name);
    if (taught) lesson.begin(id);
    router.go(`/offline/${id}`);
    return;
  }
  if (taught) lesson.begin(table.table);
  enter(table, info.id, name, true);
}

/** The easiest bot that knows what the game is about: one that draws its decisions is nobody to learn from. */
const easiest = (bots: readonly string[]): string => weakestFirst(bots).find(levelOf) ?? bots[0] ?? '';

/** Sit down at a table of the server; null where it cannot be reached. */
async function seated(info: GameInfo, name: string): Promise<Seated | null> {
  const seats = usualPlayers(info);
  const bots = Array<string>(seats - 1).fill(easiest(info.bots));
  try {
    return await ask('POST /api/tables', { game: info.id, name, seats, bots, portrait: prefs.portrait || null });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'offline') return null;
    throw error;
  }
}

/** Keep a new game in this browser, and return its id. */
function keptHere(info: GameInfo, name: string): string {
  const players = usualPlayers(info);
  const bot = easiest(botsHere(info));
  const portrait = prefs.portrait || null;
  const others = dealt(players - 1, [name], [portrait]).map((each) => ({ name: NAMES[each], bot, portrait: each }));
  const seats = [{ name, bot: null, portrait }, ...others];
  return beginHere(info, { preset: info.default_preset, players, chosen: {} }, seats);
}
