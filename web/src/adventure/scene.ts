/** What an adventure is made of: a few scenes of a game, each from a prepared position to something that happens. */
import type { Action, Draft, Event, OptionValue } from '../protocol';

/** Who plays an adventure sits here; all others are rivals. */
export const YOU = 0;

/** A decision that a scene asks for, in its text form. */
export interface Asked {
  readonly action: string;
  /** Asked for only where these can be decided, too: which cards are left tells what has happened. */
  readonly also?: readonly string[];
  /** Does as well as what is asked for, where it can be decided. */
  readonly or?: readonly string[];
  /** What is said while it is asked for; absent: what was said before. */
  readonly say?: () => string;
}

export interface Scene<E = Event> {
  readonly id: string;
  readonly title: () => string;
  /** Asked for is the first of these that is legal; where a turn begins and none is, the way to the goal is lost. */
  readonly asked: readonly Asked[];
  /** What rivals decide, by seat: the first of these that is legal. */
  readonly rivals: Readonly<Record<number, readonly string[]>>;
  /** Whether this is what the scene is about. */
  readonly goal: (event: E) => boolean;
  /** Whether the way there is lost by what has happened; absent: only where nothing can be asked for. */
  readonly misses?: (events: readonly E[]) => boolean;
  /** Said when it has happened. */
  readonly done: () => string;
  /** Said when the way there is lost. */
  readonly otherwise: () => string;
}

/** Positions as `tools/adventure.py` has made records of them. */
export interface Made {
  readonly options: Readonly<Record<string, OptionValue>>;
  /** By the ids of scenes. */
  readonly records: Readonly<Record<string, string>>;
}

export interface Adventure {
  readonly scenes: readonly Scene[];
  readonly made: Made;
  /** Names of the rivals, in the order of their seats. */
  readonly rivals: readonly string[];
}

/** Forget whose events the goals are about: a scene's game is the only one that tells it any. */
export const anyScenes = <E>(scenes: readonly Scene<E>[]): readonly Scene[] => scenes as unknown as readonly Scene[];

/** Find what a scene asks for where some actions are legal. */
export const askedOf = ({ asked }: Pick<Scene, 'asked'>, legal: readonly { text: string }[]): Asked | null => {
  const texts = new Set(legal.map(({ text }) => text));
  return asked.find(({ action, also = [] }) => [action, ...also].every((text) => texts.has(text))) ?? null;
};

/** What a scene asks for in a turn as drafted, of which `choices` are the beginnings; null: nothing, or the turn has only to
 * be confirmed. A card is explained until it is played, whichever is chosen. */
export function askedNow(scene: Scene, draft: Draft, choices: readonly Action[]): Asked | null {
  if (!draft.complete) return askedOf(scene, draft.legal);
  if (!draft.decisions.some((each) => 'card' in each)) return null;
  return askedOf(scene, draft.can_undo ? choices : draft.decisions);
}
