/** What moves rivals to say something: what everybody has seen happen, and nothing else. */
import type { Event } from '../protocol';

/** Something went well for them, or badly, or somebody has robbed them. */
export type Mood = 'glee' | 'woe' | 'robbed';

export interface Moved {
  readonly seat: number;
  readonly mood: Mood;
  /** Whose doing it was. */
  readonly by?: number;
}

/** Tricks of a bid that somebody is proud of, and by which a missed one hurts. */
const PROUD = 3;
const MISSED = 2;

/** List whom an event moves, those whom it moves most first. */
export function movedBy(event: Event): readonly Moved[] {
  switch (event.kind) {
    case 'stolen':
      return [
        { seat: event.victim, mood: 'robbed', by: event.seat },
        { seat: event.seat, mood: 'glee' },
      ];
    case 'push':
      return event.canoes.filter(({ gems }) => gems.length > 0).map(({ seat }) => ({ seat, mood: 'woe' }));
    case 'drifted':
      return event.chain.filter(({ fell }) => fell).map(({ seat }) => ({ seat, mood: 'woe' }));
    case 'arrived':
      return [{ seat: event.seat, mood: 'glee' }];
    case 'settled':
      return event.players.flatMap(({ seat, bid, tricks }): Moved[] => {
        if (bid === tricks && bid >= PROUD) return [{ seat, mood: 'glee' }];
        return Math.abs(bid - tricks) >= MISSED ? [{ seat, mood: 'woe' }] : [];
      });
    default:
      return [];
  }
}

/** Rounds that pass between two words at a table. */
const REST = 3;

/** Lets rivals speak rarely: the same one never twice in a row, and nobody soon after another. */
export class Restraint {
  #round = -REST;
  #seat: number | null = null;

  /** Choose who speaks in a round, if anybody: `moved` are rivals. */
  choose(moved: readonly Moved[], round: number): Moved | null {
    if (round < this.#round + REST) return null;
    const chosen = moved.find(({ seat }) => seat !== this.#seat) ?? null;
    if (chosen) this.spoke(chosen.seat, round);
    return chosen;
  }

  spoke(seat: number, round: number): void {
    this.#round = round;
    this.#seat = seat;
  }
}
