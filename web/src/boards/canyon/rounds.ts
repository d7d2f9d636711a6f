/** What every round brought everybody, read from the log. */
import type { CanyonEvent, Settled } from '../../protocol';

export interface Round {
  readonly number: number;
  readonly cards: number;
  /** By seat. */
  readonly players: readonly Settled[];
}

export interface Total {
  readonly seat: number;
  readonly points: number;
  /** Bids that were made. */
  readonly made: number;
}

/** List the rounds whose tricks are over, the newest first. */
export function roundsOf(events: readonly CanyonEvent[]): Round[] {
  const rounds: Round[] = [];
  let number = 0;
  let cards = 0;
  for (const event of events) {
    if (event.kind === 'dealt') ({ number, cards } = event);
    if (event.kind === 'settled') rounds.unshift({ number, cards, players: event.players });
  }
  return rounds;
}

/** Add up what every seat got in some rounds. */
export function totals(rounds: readonly Round[], seats: number): Total[] {
  return Array.from({ length: seats }, (_, seat) => {
    const own = rounds.flatMap(({ players }) => players.filter((player) => player.seat === seat));
    return {
      seat,
      points: own.reduce((sum, { points }) => sum + points, 0),
      made: own.filter(({ bid, tricks }) => bid === tricks).length,
    };
  });
}
