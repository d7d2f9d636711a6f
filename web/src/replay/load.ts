/** Fetches a game that was played, from this browser or from the server. */
import { createContext } from 'svelte';

import { ApiError, ask } from '../lib/api';
import { games } from '../lib/games.svelte';
import { record } from '../lib/record';
import { withFirst } from '../lines/first';
import { unpacked } from '../lines/link';
import { placeHere } from '../lib/router.svelte';
import { seats } from '../lib/seats.svelte';
import { described } from '../offline/described';
import { fitted } from '../offline/fitted';
import { hold, type KeptGame, keptGame, peopleOf, SHARED } from '../offline/kept';
import { entriesOf, read, RecordError } from '../offline/record';
import type { Action, TableInfo } from '../protocol';
import { placeBoard } from '../rules/board';
import { fetchRules } from '../rules/modules';
import type { Rules } from '../rules/rules';
import { type Place, type Story, storyOf } from './story';

/** A game that cannot be looked at, and why. */
export class NoReplay extends Error {
  constructor(
    readonly kind: 'gone' | 'waiting' | 'unknown' | 'unfit' | 'broken' | 'refused' | 'link',
    /** The line of the record, if it is broken. */
    readonly line = 0,
    cause?: unknown,
  ) {
    super(kind, { cause });
  }
}

export interface Loaded {
  readonly game: KeptGame;
  readonly story: Story;
  /** Describe the table at a place. */
  readonly table: (at: number) => TableInfo;
  /** Who alone may look, because the game is still played; undefined: everybody may. */
  readonly only?: number | null;
}

const [around, giveLoaded, given] = createContext<() => Loaded | null>();

/** Let all in a page know the game that it has loaded. */
export { giveLoaded };

/** Find the game that the page has loaded; null where it loads none. */
export const loadedAround = (): (() => Loaded | null) | null => (given() ? around() : null);

/** Load a game that is kept here, or that the link of this page carries; rejects with a NoReplay. */
export async function fromHere(id: string): Promise<Loaded> {
  const found = id === SHARED ? await fromLink() : keptGame(id);
  if (!found) throw new NoReplay('gone');
  const rules = await fetchRules(found.game);
  const { game: kept, story } = await folded(rules, found);
  // A link does not say with which choice a line begins, and older lines do not either.
  const game = withFirst(rules, kept);
  const only = onlyOf(game, story);
  const table = (at: number): TableInfo => described(game, placeAt(story, at), at + 1);
  return { game, story, table, ...(only !== undefined && { only }) };
}

/** Tell who alone may look at a game that is kept here or was sent; undefined: everybody may. */
export function onlyOf(game: KeptGame, story: Story): number | null | undefined {
  // A line that somebody sent is not known to be over before it has been folded.
  const over = game.id === SHARED ? story.places.at(-1)?.over : game.over;
  if (over) return undefined;
  const people = peopleOf(game);
  // One who plays alone sees what they saw; several on one device, what all of them did; on a line, they play openly.
  return people.length === 1 ? people[0] : game.line ? undefined : null;
}

/** Read the line of a link. The game that it leaves is held, to go back to and to compare with, unless it is here already. */
async function fromLink(): Promise<KeptGame> {
  await games.load();
  try {
    const actionsOf = async (game: string): Promise<readonly Action[]> => (await fetchRules(game)).compiled.actions;
    const { line, left } = await unpacked(placeHere(), games.here, actionsOf);
    if (left && !keptGame(left.id)) hold(left);
    return line;
  } catch (error) {
    throw error instanceof RecordError ? new NoReplay('link', 0, error) : error;
  }
}

/** Load the game that a line leaves; rejects as the others do. */
export function fromPlace(of: string): Promise<Loaded> {
  const [where, id = ''] = of.split('/');
  return where === 'tables' ? fromTable(id) : fromHere(id);
}

/** Load the game of a table; rejects with a NoReplay, or an ApiError of the server. */
export async function fromTable(id: string): Promise<Loaded> {
  const [info] = await Promise.all([ask('GET /api/tables/{table}', { table: id }).catch(refused), games.load()]);
  if (info.status === 'running') return soFar(info);
  if (info.status !== 'over') throw new NoReplay('waiting');
  const rules = fetchRules(info.game);
  rules.catch(() => undefined);
  const text = await (await record(id).catch(refused)).text();
  const read = readGame(text, info, (await rules).compiled.actions);
  const { game, story } = await folded(await rules, read);
  return { game, story, table: (at) => asThen(info, placeAt(story, at), at, story) };
}

/** Load what one's seat saw of a game that is still played. */
async function soFar(info: TableInfo): Promise<Loaded> {
  const token = seats.at(info.id)?.token ?? null;
  const asked = ask('POST /api/tables/{table}/past', { table: info.id }, { token }).catch(refused);
  const [{ you, places }, rules] = await Promise.all([asked, fetchRules(info.game)]);
  if (places.some(({ position }) => position.rules !== rules.compiled.about.sources)) throw new NoReplay('unknown');
  // A game stays on its board.
  const board = places[0]?.position.board ?? null;
  await placeBoard(rules.compiled, board);
  const story = {
    rules,
    board,
    stopped: null,
    places: places.map(({ position, ...then }): Place => ({
      ...then,
      record: Uint8Array.from(atob(position.record.join('')), (letter) => letter.charCodeAt(0)),
      pending: info.seats.map(({ seat }) => (seat === you ? position.turn : null)),
      given: position.given,
    })),
  };
  const { id, game, preset, options, created } = info;
  const people = info.seats.map(({ name, bot }) => ({ name, bot }));
  const kept = { id, game, rulesVersion: 0, preset, options, seats: people, word: '0x0', entries: [], over: false };
  const table = (at: number): TableInfo => ({ ...asThen(info, placeAt(story, at), at, story), status: 'running' });
  return { game: { ...kept, at: Date.parse(created) }, story, table, only: you };
}

/** Tell what the server does not show from what could not be asked. */
function refused(error: unknown): never {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) throw error;
  throw error.status === 404 ? new NoReplay('gone') : new NoReplay('refused', 0, error);
}

function readGame(text: string, info: TableInfo, actions: Parameters<typeof entriesOf>[1]): KeptGame {
  try {
    const { players, lines, ...saved } = read(text, games.here);
    const seats = players.map((name, seat) => ({
      name,
      bot: info.seats[seat]?.bot ?? null,
      portrait: info.seats[seat]?.portrait ?? null,
    }));
    return {
      ...saved,
      id: info.id,
      seats,
      entries: entriesOf(lines, actions),
      over: true,
      at: Date.parse(info.created),
    };
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    throw error.kind === 'unreadable' || error.kind === 'illegal'
      ? new NoReplay('broken', error.line)
      : new NoReplay('unknown');
  }
}

async function folded(rules: Rules<unknown>, found: KeptGame): Promise<Pick<Loaded, 'game' | 'story'>> {
  try {
    const game = await fitted(rules, found);
    return { game, story: storyOf(rules, game) };
  } catch (error) {
    if (error instanceof RecordError) throw new NoReplay('unfit', 0, error);
    throw error instanceof RangeError ? new NoReplay('unknown') : error;
  }
}

const placeAt = ({ places }: Story, at: number): Place => places[at] as Place;

/** Describe a table as it was: how its game ended is told at the end only. */
function asThen(info: TableInfo, { waiting }: Place, at: number, { places }: Story): TableInfo {
  const last = at === places.length - 1;
  const seats = info.seats.map((seat) => ({
    ...seat,
    bot: seat.kind === 'bot' ? seat.bot : null,
    resigned: last && seat.resigned,
    online: true,
    away: null,
    thinking: waiting.includes(seat.seat),
    taken: null,
    left: null,
    preparing: false,
    emote: null,
  }));
  const now = last ? {} : { status: 'running' as const, ended: null, ratings: null, unrated: null };
  return { ...info, rematch: null, votes: [], notice: null, dealing: null, ...now, version: at + 1, seats };
}
