/** Begins the river of a day. */
import { effective, type Wish } from '../home/wish';
import { botWords } from '../bots/words';
import { m as common } from '../lib/messages';
import { prefs } from '../lib/prefs.svelte';
import { own } from '../lib/session.svelte';
import { begin } from '../offline/begun';
import type { KeptSeat } from '../offline/kept';
import type { GameInfo, OptionValue } from '../protocol';
import type { River } from './river';
import { note, standingOf, tries } from './tries';

const wishOf = ({ preset, seats, chosen }: River): Wish => ({ preset, players: seats.length, chosen });

/** Tell by what rules it is played. */
export const optionsOf = (info: GameInfo, river: River): Readonly<Record<string, OptionValue>> =>
  effective(info, wishOf(river));

/** Name bots: those of a kind are numbered if there are several. */
export function rivalsOf({ seats }: River): string[] {
  const bots = seats.filter((bot) => bot !== null);
  const so: Record<string, number> = {};
  return bots.map((bot) => {
    const number = (so[bot] = (so[bot] ?? 0) + 1);
    const { label } = botWords(bot);
    return bots.filter((each) => each === bot).length > 1 ? `${label} ${number}` : label;
  });
}

/** Begin the try of a day, which is its only one, or go on with it; return its game. */
export function beginTry(info: GameInfo, river: River): string {
  const standing = standingOf(tries(), river.day);
  // Another tab may have begun it.
  if (standing.kind !== 'open') return standing.game;
  const id = beginGame(info, river, true);
  note(river.day, id);
  return id;
}

/** Begin a river without counting; return its game. */
export const beginPractice = (info: GameInfo, river: River): string => beginGame(info, river, false);

function beginGame(info: GameInfo, river: River, counts: boolean): string {
  const { day, word, drawn } = river;
  const names = rivalsOf(river);
  const mine = (own.now?.name ?? prefs.name.trim()) || common.app_guest();
  const seats = river.seats.map((bot): KeptSeat => ({ name: bot === null ? mine : (names.shift() ?? ''), bot }));
  return begin(info, wishOf(river), seats, { word, drawn, daily: { day, counts } });
}
