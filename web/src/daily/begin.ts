/** Begins the river of a day. */
import { effective, type Wish } from '../home/wish';
import { botWords } from '../bots/words';
import { prefs } from '../lib/prefs.svelte';
import { guest } from '../lib/said';
import { own } from '../lib/session.svelte';
import { begin } from '../offline/begun';
import type { KeptSeat } from '../offline/kept';
import type { Character, GameInfo, OptionValue } from '../protocol';
import { NAMES } from '../rivals/characters';
import type { River } from './river';
import { note, standingOf, tries } from './tries';

const wishOf = ({ preset, seats, chosen }: River): Wish => ({ preset, players: seats.length, chosen });

/** Tell by what rules it is played. */
export const optionsOf = (info: GameInfo, river: River): Readonly<Record<string, OptionValue>> =>
  effective(info, wishOf(river));

/** A bot of a river: who it is, and how it plays. */
export interface Rival extends KeptSeat {
  readonly bot: string;
  readonly portrait: Character | null;
}

/** Name bots: as the characters they are, else by their kind, numbered if there are several. */
export function rivalsOf({ seats, characters }: River): Rival[] {
  const bots = seats.filter((bot) => bot !== null);
  const so: Record<string, number> = {};
  return seats.flatMap((bot, seat) => {
    if (bot === null) return [];
    const portrait = characters[seat] ?? null;
    const number = (so[bot] = (so[bot] ?? 0) + 1);
    const { label } = botWords(bot);
    const kind = bots.filter((each) => each === bot).length > 1 ? `${label} ${number}` : label;
    return { name: portrait ? NAMES[portrait] : kind, bot, portrait };
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
  const rivals = rivalsOf(river);
  const mine = (own.now?.name ?? prefs.name.trim()) || guest();
  // Whoever looks like one of the rivals on other days is not drawn at all today.
  const portrait = rivals.some((rival) => rival.portrait === prefs.portrait) ? null : prefs.portrait || null;
  const me: KeptSeat = { name: mine, bot: null, portrait };
  const seats = river.seats.map((bot) => (bot === null ? me : (rivals.shift() ?? me)));
  return begin(info, wishOf(river), seats, { word, drawn, daily: { day, counts } });
}
