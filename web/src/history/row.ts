/** Tells of a game what its row in a list shows, from what a server or a browser knows of it. */
import { gameOf } from '../boards';
import { games } from '../lib/games.svelte';
import { m as common } from '../lib/messages';
import { list } from '../lib/words';
import { m as offline } from '../offline/messages';
import { type KeptTitle, peopleOf } from '../offline/kept';
import type { Character, PlayedGame, PlayedSeat } from '../protocol';
import { CHARACTERS, NAMES } from '../rivals/characters';
import { ofKept } from './chosen';
import { m } from './messages';
import { duration, outcomeWords } from './words';

/** Somebody who had a seat. */
export interface Player {
  readonly name: string;
  /** null: nobody knows what they chose, or they are not drawn. */
  readonly portrait: Character | null;
  /** Of their canoes; null: it is not known. */
  readonly colour: number | null;
  readonly won: boolean;
}

/** A game that is over, or still played. */
export interface Told {
  readonly game: string;
  readonly title: string;
  /** Of the canoes of whoever the list is about; null: it is not known, or there were several of them. */
  readonly colour: number | null;
  /** Those it was played with; where it is not known who of them the reader is, all. */
  readonly players: readonly Player[];
  readonly alone: boolean;
  readonly won: boolean;
  readonly result: string;
  readonly place: string;
  /** Who has won, where that is somebody else. */
  readonly winners: string;
  /** When it was played last: milliseconds. */
  readonly at: number;
  /** How long it took, where that is known. */
  readonly took: readonly string[];
}

const titleOf = (game: string): string => gameOf(game, games.info(game)?.name).name();

const wonBy = (winners: readonly { readonly name: string }[]): string =>
  winners.length > 0 ? common.home_table_won({ names: list(winners.map(({ name }) => name)) }) : '';

const placeOf = (rank: number | null | undefined, players: number): string =>
  typeof rank === 'number' && players > 1 ? offline.offline_place({ rank, players }) : '';

/** Of bots from before portraits were noted, the names tell who they were. */
const drawn = (seat: PlayedSeat): PlayedSeat => ({
  ...seat,
  portrait:
    seat.portrait ?? (seat.bot === null ? null : (CHARACTERS.find((each) => NAMES[each] === seat.name) ?? null)),
});

/** Tell of a game of an account. */
export function ofPlayed(played: PlayedGame): Told {
  const { seat, seats, outcome, began, ended, turns } = played;
  const mine = seats[seat];
  const others = seats.filter((_, number) => number !== seat).map(drawn);
  // Where nobody has won, whoever was first has not lost.
  const tied = outcome === 'lost' && mine?.rank === 1;
  const won = outcome === 'won';
  return {
    game: played.game,
    title: titleOf(played.game),
    colour: mine?.colour ?? null,
    players: others,
    alone: others.length === 0,
    won,
    result: tied ? common.home_table_over() : outcomeWords(outcome),
    place: won ? '' : placeOf(mine?.rank, seats.length),
    winners: wonBy(others.filter((each) => each.won)),
    at: ended,
    took: [duration(ended - began), m.past_turns({ count: turns })],
  };
}

/** Tell of a game that this browser keeps. */
export function ofBrowser(kept: KeptTitle): Told {
  const { game, seats, over, result } = kept;
  const people = peopleOf(kept);
  const mine = people.length === 1 ? people[0] : undefined;
  const players = seats.map(({ name, portrait = null }, seat) => ({
    ...{ name, portrait, colour: seat },
    won: result?.winners.includes(seat) ?? false,
  }));
  const others = players.filter((_, seat) => seat !== mine);
  const outcome = ofKept(kept).outcome;
  const winners = wonBy(others.filter(({ won }) => won));
  const rank = mine === undefined ? undefined : result?.ranking[mine];
  const tied = outcome === 'lost' && rank === 1;
  const ended = outcome && outcome !== 'off' && !tied ? outcomeWords(outcome) : '';
  const known = ended || (mine === undefined && winners) || common.home_table_over();
  return {
    game,
    title: titleOf(game),
    colour: mine ?? null,
    players: others,
    alone: others.length === 0,
    won: outcome === 'won',
    result: over ? known : common.home_table_running(),
    place: outcome === 'won' ? '' : placeOf(rank, seats.length),
    winners: mine === undefined ? '' : winners,
    at: kept.at,
    took: [],
  };
}
