/** Says in words what is told of ratings. */
import { gameOf } from '../boards';
import { games } from '../lib/games.svelte';
import { m } from '../site/messages';
import type { Points, SeatRating, Unrated } from '../protocol';

export const ratingWords = ({ points, margin }: Points): string => `${points} ±\u00a0${margin}`;

/** Say what a game has done to a rating. */
export function moved({ before, after, provisional }: SeatRating): string {
  const values = { before: before.points, after: after.points, margin: after.margin };
  return provisional ? m.rated_moved_provisional(values) : m.rated_moved(values);
}

/** Say why a game is not rated. */
export const unratedSentence = (reason: Unrated): string => m.rated_not({ reason: m.rated_reason({ reason }) });

/** Name a game and a family of its rules. */
export const familyName = (game: string, family: string): string =>
  `${gameOf(game, games.info(game)?.name).name()}, ${m.rated_family({ family })}`;
